// CATALOG_AUTH_SECRET=… go run mint_token.go <storefront> <person>
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

func main() {
	encode := base64.RawURLEncoding.EncodeToString
	claims, err := json.Marshal(map[string]any{
		"sub":           os.Args[2],
		"storefront_id": os.Args[1],
		"scope":         "catalog:read catalog:import catalog:export",
		"exp":           time.Now().Add(15 * time.Minute).Unix(),
	})
	if err != nil {
		panic(err)
	}
	signed := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode(claims)
	code := hmac.New(sha256.New, []byte(os.Getenv("CATALOG_AUTH_SECRET")))
	code.Write([]byte(signed))
	fmt.Println(signed + "." + encode(code.Sum(nil)))
}
