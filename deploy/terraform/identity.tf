data "google_project" "this" {
  project_id = var.project_id
}

# Exactly the permissions that image-service uses; every predefined role that includes these has more. Deleting is for
# the command that erases a storefront, and for replacing: an image keeps its id, and so its keys, when an import
# corrects its URL or an undo restores it, and Cloud Storage requires the permission to delete for replacing. Listing is
# for that command as well, and makes a missing object a 404 instead of a 403.
resource "google_project_iam_custom_role" "images" {
  project     = var.project_id
  role_id     = "catalog_${replace(var.environment, "-", "_")}_images"
  title       = "Catalog ${var.environment}: images"
  description = "The objects of a bucket, without its settings and without deleted objects."

  permissions = [
    "storage.objects.create",
    "storage.objects.delete",
    "storage.objects.get",
    "storage.objects.list",
  ]
}

# Only for the pods of image-service; no Google service account and no key. No permission on the bucket itself or on
# another one.
resource "google_storage_bucket_iam_member" "image_service" {
  bucket = google_storage_bucket.images.name
  role   = google_project_iam_custom_role.images.name
  member = local.image_service

  # When the role changes, the old binding is removed after the new one exists.
  lifecycle {
    create_before_destroy = true
  }
}
