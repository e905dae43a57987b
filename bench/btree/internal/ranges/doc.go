// Package ranges computes how inserts spread over a table that a cluster splits by key
// range, without a cluster: what share of them the hottest range and the hottest node get.
//
// # Model
//
// A table begins with one range, or with one for each bucket. Rows arrive at an even rate.
// After each second of virtual time:
//
//   - a range that is larger than the engine's limit splits by size;
//   - a range that got as many inserts as the engine's threshold splits by load, if there
//     is a key that divides its load. The rule is CockroachDB's: 20 keys are sampled, each
//     counts the inserts on both sides of it, and after ten seconds the best one is the
//     split point if the sides differ by less than 25 %. All inserts of an ordered key are
//     on the right of each sample, so there is none;
//   - the ranges are assigned to the nodes by their load of that second, the hottest first,
//     each to the node with the least load. Both parts of a range that splits are on its
//     node until then.
//
// A share is that of the hottest range, or node, in one second, the mean of the last fifth
// of the run. Ranges do not merge, replicas are not counted, and no insert waits: the model
// says where the inserts go, not how many a node can take.
package ranges
