resource "google_storage_bucket" "images" {
  project                     = var.project_id
  name                        = var.bucket_name
  location                    = var.bucket_location
  storage_class               = "STANDARD"
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  # A bucket that is not empty is not destroyed.
  force_destroy = false
  labels        = local.labels

  # For the future only: import drafts are in PostgreSQL, nothing is stored below this prefix yet. A draft lives for an
  # hour, and a day is the shortest possible rule. Nothing else is ever deleted by age: images are below
  # product-images/.
  lifecycle_rule {
    condition {
      age            = 1
      matches_prefix = ["import-drafts/"]
    }
    action {
      type = "Delete"
    }
  }

  soft_delete_policy {
    retention_duration_seconds = var.soft_delete_days * 86400
  }
}
