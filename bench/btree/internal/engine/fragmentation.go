package engine

import "slices"

// Fragmentation returns, of the leaf pages after the first in key order, the share
// that is not the tree's next leaf page in the file after its predecessor; 0 for
// fewer than two pages. Leaves are the page numbers in key order. Pages of another
// sort that lie between two leaves do not count, or a tree whose pages alternate
// with its table's would look as scattered as can be.
func Fragmentation(leaves []int) float64 {
	if len(leaves) < 2 {
		return 0
	}
	file := slices.Clone(leaves)
	slices.Sort(file)
	rank := make(map[int]int, len(file))
	for i, no := range file {
		rank[no] = i
	}
	apart := 0
	for i := 1; i < len(leaves); i++ {
		if rank[leaves[i]] != rank[leaves[i-1]]+1 {
			apart++
		}
	}
	return float64(apart) / float64(len(leaves)-1)
}
