// go run . products.csv: as generated-client.ts, by a client that oapi-codegen has made in the folder catalog.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"

	"shop.example/import/catalog"
)

func main() {
	ctx := context.Background()
	client, err := catalog.NewClientWithResponses(os.Getenv("CATALOG_URL"),
		catalog.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("CATALOG_TOKEN"))
			return nil
		}))
	check(err)

	form, contentType := uploadForm(os.Args[1])
	uploaded, err := client.CreateDraftWithBodyWithResponse(ctx, nil, contentType, form)
	check(err)
	draft := expect(uploaded.JSON201, uploaded.Body)
	fmt.Printf("%d new rows, %d with errors\n", draft.Preview.Adds, draft.Preview.Errors)
	confirmed, err := client.ConfirmDraftWithResponse(ctx, draft.DraftId, nil)
	check(err)
	expect(confirmed.JSON201, confirmed.Body)

	limit := 1
	for params := (&catalog.ListProductsParams{Limit: &limit}); ; {
		listed, err := client.ListProductsWithResponse(ctx, params)
		check(err)
		page := expect(listed.JSON200, listed.Body)
		for _, product := range page.Products {
			for _, variant := range product.Variants {
				fmt.Println(product.Handle, variant.Sku, variant.Price)
			}
		}
		if params.Cursor = page.NextCursor; params.Cursor == nil {
			return
		}
	}
}

// The generator makes no functions for forms.
func uploadForm(path string) (*bytes.Buffer, string) {
	content, err := os.ReadFile(path)
	check(err)
	products := catalog.ChoiceInputProductsNew
	choice, err := json.Marshal(catalog.ChoiceInput{Products: &products})
	check(err)
	body := &bytes.Buffer{}
	form := multipart.NewWriter(body)
	check(form.WriteField("choice", string(choice)))
	file, err := form.CreateFormFile("file", filepath.Base(path))
	check(err)
	file.Write(content)
	check(form.Close())
	return body, form.FormDataContentType()
}

func expect[T any](answer *T, body []byte) *T {
	if answer == nil {
		log.Fatal(string(body))
	}
	return answer
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
