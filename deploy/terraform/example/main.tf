terraform {
  # backend "gcs" { bucket = "my-project-terraform", prefix = "catalog/production" }
}

provider "google" {
  project = "my-project"
}

module "catalog" {
  source = "../"

  project_id      = "my-project"
  environment     = "production"
  cluster_name    = "shops"
  namespace       = "shop"
  bucket_name     = "my-project-catalog-images"
  bucket_location = "europe-west1"
  operator_email  = "catalog-operators@example.com"
  runbooks_url    = "https://github.com/example/catalog/blob/main/deploy/runbooks"
}

output "bucket_name" {
  value = module.catalog.bucket_name
}
