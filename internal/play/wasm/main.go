//go:build js

package main

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"counterpoise/internal/play"
)

// main sets the functions of the package comment.
func main() {
	var calls play.Calls
	var pixels []uint8
	js.Global().Set("counterpoiseCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return call(&calls, args[0].String(), args[1].String(), args[2], args[3])
	}))
	js.Global().Set("counterpoiseDraw", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var v play.View
		err := json.Unmarshal([]byte(args[2].String()), &v)
		if err == nil {
			pixels, err = calls.Draw(pixels, args[0].Int(), args[1].Int(), v)
		}
		if err == nil && args[3].Length() != len(pixels) {
			err = fmt.Errorf("%d bytes for a picture of %d", args[3].Length(), len(pixels))
		}
		if err != nil {
			return err.Error()
		}
		js.CopyBytesToJS(args[3], pixels)
		return ""
	}))
	if ready := js.Global().Get("counterpoiseReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}

// call answers one call. A panic would end the program for good, so it becomes an error.
func call(calls *play.Calls, name, args string, bytes, progress js.Value) (answer any) {
	fail := func(err any) any { return map[string]any{"error": fmt.Sprint(err)} }
	defer func() {
		if r := recover(); r != nil {
			answer = fail(r)
		}
	}()
	var file []byte
	if bytes.Truthy() {
		file = make([]byte, bytes.Length())
		js.CopyBytesToGo(file, bytes)
	}
	var report func(any)
	if progress.Truthy() {
		report = func(v any) {
			if text, err := json.Marshal(v); err == nil {
				progress.Invoke(string(text))
			}
		}
	}
	reply, err := calls.Call(name, []byte(args), file, report)
	if err != nil {
		return fail(err)
	}
	text, err := json.Marshal(reply.Value)
	if err != nil {
		return fail(err)
	}
	out := map[string]any{"json": string(text), "bytes": nil}
	if reply.Bytes != nil {
		array := js.Global().Get("Uint8Array").New(len(reply.Bytes))
		js.CopyBytesToJS(array, reply.Bytes)
		out["bytes"] = array
	}
	return out
}
