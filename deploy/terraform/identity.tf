data "google_project" "this" {
  project_id = var.project_id
}

# The pods of image-service, and nobody else; no service account of Google and no key in between. It reads, writes,
# replaces and deletes objects, and lists: also so that one that is missing is a 404 and not a 403. Nothing on the bucket
# itself, nothing on another.
resource "google_storage_bucket_iam_member" "image_service" {
  bucket = google_storage_bucket.images.name
  role   = "roles/storage.objectUser"
  member = local.image_service
}
