//go:build goexperiment.simd

#include "textflag.h"

// ROW reads an input of one row into every lane and adds its products with 32 weights, Z16 and Z17, to the row's sums.
#define ROW(input, lane, low, high) \
	VBROADCASTSS input, lane        \
	VFMADD231PS  Z16, lane, low     \
	VFMADD231PS  Z17, lane, high

// STORE stores max(0, v) of a row's 32 sums and moves on to the next row. Z16 is zero.
#define STORE(low, high)     \
	VMAXPS  Z16, low, low    \
	VMAXPS  Z16, high, high  \
	VMOVUPS low, (DI)        \
	VMOVUPS high, 64(DI)     \
	ADDQ    R8, DI

// func dense8Wide(dst, x, w, b *float32, in, out int)
TEXT ·dense8Wide(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ w+16(FP), DX
	MOVQ b+24(FP), BX
	MOVQ in+32(FP), CX
	MOVQ out+40(FP), R8
	SHLQ $2, R8              // bytes of a row of dst and of w
	LEAQ (CX*4), R9          // bytes of a row of x
	LEAQ (R9)(R9*2), R10     // of three
	LEAQ (SI)(R9*4), R11     // the fifth row of x

	VMOVUPS (BX), Z0
	VMOVUPS 64(BX), Z1
	VMOVAPS Z0, Z2
	VMOVAPS Z1, Z3
	VMOVAPS Z0, Z4
	VMOVAPS Z1, Z5
	VMOVAPS Z0, Z6
	VMOVAPS Z1, Z7
	VMOVAPS Z0, Z8
	VMOVAPS Z1, Z9
	VMOVAPS Z0, Z10
	VMOVAPS Z1, Z11
	VMOVAPS Z0, Z12
	VMOVAPS Z1, Z13
	VMOVAPS Z0, Z14
	VMOVAPS Z1, Z15

input:
	VMOVUPS (DX), Z16
	VMOVUPS 64(DX), Z17
	ROW((SI), Z18, Z0, Z1)
	ROW((SI)(R9*1), Z19, Z2, Z3)
	ROW((SI)(R9*2), Z20, Z4, Z5)
	ROW((SI)(R10*1), Z21, Z6, Z7)
	ROW((R11), Z22, Z8, Z9)
	ROW((R11)(R9*1), Z23, Z10, Z11)
	ROW((R11)(R9*2), Z24, Z12, Z13)
	ROW((R11)(R10*1), Z25, Z14, Z15)
	ADDQ $4, SI
	ADDQ $4, R11
	ADDQ R8, DX
	DECQ CX
	JNZ  input

	VPXORD Z16, Z16, Z16
	STORE(Z0, Z1)
	STORE(Z2, Z3)
	STORE(Z4, Z5)
	STORE(Z6, Z7)
	STORE(Z8, Z9)
	STORE(Z10, Z11)
	STORE(Z12, Z13)
	STORE(Z14, Z15)
	VZEROUPPER
	RET

// NARROW is ROW with 16 weights, Z16.
#define NARROW(input, lane, sums) \
	VBROADCASTSS input, lane      \
	VFMADD231PS  Z16, lane, sums

// STORE1 is STORE with 16 sums.
#define STORE1(sums)        \
	VMAXPS  Z16, sums, sums \
	VMOVUPS sums, (DI)      \
	ADDQ    R8, DI

// func dense8Narrow(dst, x, w, b *float32, in, out int)
TEXT ·dense8Narrow(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ w+16(FP), DX
	MOVQ b+24(FP), BX
	MOVQ in+32(FP), CX
	MOVQ out+40(FP), R8
	SHLQ $2, R8              // bytes of a row of dst and of w
	LEAQ (CX*4), R9          // bytes of a row of x
	LEAQ (R9)(R9*2), R10     // of three
	LEAQ (SI)(R9*4), R11     // the fifth row of x

	VMOVUPS (BX), Z0
	VMOVAPS Z0, Z1
	VMOVAPS Z0, Z2
	VMOVAPS Z0, Z3
	VMOVAPS Z0, Z4
	VMOVAPS Z0, Z5
	VMOVAPS Z0, Z6
	VMOVAPS Z0, Z7

input:
	VMOVUPS (DX), Z16
	NARROW((SI), Z18, Z0)
	NARROW((SI)(R9*1), Z19, Z1)
	NARROW((SI)(R9*2), Z20, Z2)
	NARROW((SI)(R10*1), Z21, Z3)
	NARROW((R11), Z22, Z4)
	NARROW((R11)(R9*1), Z23, Z5)
	NARROW((R11)(R9*2), Z24, Z6)
	NARROW((R11)(R10*1), Z25, Z7)
	ADDQ $4, SI
	ADDQ $4, R11
	ADDQ R8, DX
	DECQ CX
	JNZ  input

	VPXORD Z16, Z16, Z16
	STORE1(Z0)
	STORE1(Z1)
	STORE1(Z2)
	STORE1(Z3)
	STORE1(Z4)
	STORE1(Z5)
	STORE1(Z6)
	STORE1(Z7)
	VZEROUPPER
	RET
