// Command sortid makes, examines and converts time-ordered IDs at the shell, and writes SQL for
// them: ranges, partitions and migrations.
//
//	sortid new -format wiji -n 10
//	sortid inspect 069Q6ZXR120002M45BSQQG28T5
//	sortid convert -to uuid 069Q6ZXR120002M45BSQQG28T5
//	sortid range -format wiji 2026-01-01 2026-02-01
//	sortid partition -server postgres -table events -format wiji -every month -retain 12
//	sortid migrations -server postgres -tool dbmate -formats wiji -out db/migrations
//
// Run sortid -h for the commands, and sortid COMMAND -h for the flags of one. It needs no
// database. Install it with
//
//	go install github.com/sortid/sortid/ops/sortid@latest
package main
