//go:build gc && !purego

#include "textflag.h"

// func Big16(dst *[16]byte, hi, lo uint64)
TEXT ·Big16(SB), NOSPLIT, $0-24
	MOVQ       dst+0(FP), AX
	MOVQ       hi+8(FP), BX
	MOVQ       lo+16(FP), CX
	BSWAPQ     BX
	BSWAPQ     CX
	MOVQ       BX, X0
	MOVQ       CX, X1
	PUNPCKLQDQ X1, X0
	MOVUPS     X0, (AX)
	RET
