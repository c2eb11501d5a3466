data "google_project" "this" {
  project_id = var.project_id
}

# What image-service asks of Cloud Storage, and nothing else; every predefined role that has these has more. Deleting is
# for the command that erases a storefront, and for replacing: an image keeps its id, and so its keys, when an import
# corrects its address or an undo brings it back, and Cloud Storage takes a replacement for a deletion. Listing is for that
# command as well, and so that an object that is missing is a 404 and not a 403.
resource "google_project_iam_custom_role" "images" {
  project     = var.project_id
  role_id     = "catalog_${replace(var.environment, "-", "_")}_images"
  title       = "Catalog ${var.environment}: images"
  description = "The objects of a bucket, without its settings, and without what was deleted."

  permissions = [
    "storage.objects.create",
    "storage.objects.delete",
    "storage.objects.get",
    "storage.objects.list",
  ]
}

# The pods of image-service, and nobody else; no service account of Google and no key in between. Nothing on the bucket
# itself, nothing on another.
resource "google_storage_bucket_iam_member" "image_service" {
  bucket = google_storage_bucket.images.name
  role   = google_project_iam_custom_role.images.name
  member = local.image_service

  # With another role, the one before goes once this is there.
  lifecycle {
    create_before_destroy = true
  }
}
