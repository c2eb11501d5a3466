# python generated_client.py products.csv: as generated-client.ts, by a client that openapi-python-client has made.
import os
import sys

from catalog_client import AuthenticatedClient
from catalog_client.api.catalog import list_products
from catalog_client.api.imports import confirm_draft, create_draft
from catalog_client.models import CatalogProductPage, ChoiceInput, ChoiceInputProducts, Draft, Run, UploadFormInput
from catalog_client.types import UNSET, File

client = AuthenticatedClient(base_url=os.environ["CATALOG_URL"], token=os.environ["CATALOG_TOKEN"])


def expect(kind, answer):
    if not isinstance(answer, kind):
        sys.exit(f"{answer}")
    return answer


with open(sys.argv[1], "rb") as content:
    file = File(payload=content, file_name=os.path.basename(sys.argv[1]), mime_type="text/csv")
    form = UploadFormInput(file=file, choice=ChoiceInput(products=ChoiceInputProducts.NEW))
    draft = expect(Draft, create_draft.sync(client=client, body=form))
print(f"{draft.preview.adds} new rows, {draft.preview.errors} with errors")
expect(Run, confirm_draft.sync(client=client, draft_id=draft.draft_id))

cursor = UNSET
while cursor is not None:
    page = expect(CatalogProductPage, list_products.sync(client=client, limit=1, cursor=cursor))
    for product in page.products:
        print(product.handle, ", ".join(f"{variant.sku} {variant.price}" for variant in product.variants))
    cursor = page.next_cursor
