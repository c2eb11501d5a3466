variable "project_id" {
  description = "Project of the cluster, the bucket, the logs and the alerts."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project_id))
    error_message = "project_id is a project's id: 6 to 30 lowercase letters, digits and hyphens, a letter first. Not its number, not its name."
  }
}

variable "environment" {
  description = "Name of the environment; distinguishes its metrics and alerts from those of others in the same project."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{0,19}$", var.environment))
    error_message = "environment is 1 to 20 lowercase letters, digits and hyphens, a letter first."
  }
}

variable "cluster_name" {
  description = "Name of the GKE cluster that runs the chart."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{0,39}$", var.cluster_name))
    error_message = "cluster_name is 1 to 40 lowercase letters, digits and hyphens, a letter first."
  }
}

variable "namespace" {
  description = "Namespace that the chart is installed in."
  type        = string

  validation {
    condition     = can(regex("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", var.namespace))
    error_message = "namespace is the name of a Kubernetes namespace."
  }
}

variable "release_fullname" {
  description = "Prefix of the release's names, such as that of the service account <prefix>-image-service."
  type        = string
  default     = "catalog"

  validation {
    condition     = can(regex("^[a-z0-9]([a-z0-9-]{0,36}[a-z0-9])?$", var.release_fullname))
    error_message = "release_fullname is the chart's fullnameOverride, or the release's name (with -catalog where it does not hold that word), at most 38 characters."
  }
}

variable "bucket_name" {
  description = "Name of the bucket for the images; objectStore.bucket of the chart. Unique in all of Google Cloud."
  type        = string

  validation {
    condition     = can(regex("^[a-z0-9][a-z0-9_-]{1,61}[a-z0-9]$", var.bucket_name)) && !can(regex("^goog|google", var.bucket_name))
    error_message = "bucket_name is 3 to 63 lowercase letters, digits, - and _, without gs:// and without a dot; it neither begins with goog nor holds google."
  }
}

variable "bucket_location" {
  description = "Region, dual-region or multi-region of the bucket: the cluster's own region, or one that includes it."
  type        = string

  validation {
    condition     = can(regex("^[A-Za-z0-9-]{2,}$", var.bucket_location))
    error_message = "bucket_location is a location of Cloud Storage, such as europe-west1 or EU."
  }
}

variable "soft_delete_days" {
  description = "How long deleted or overwritten objects of the bucket can be restored; 0 for not at all."
  type        = number
  default     = 7

  validation {
    condition     = var.soft_delete_days == 0 || (var.soft_delete_days >= 7 && var.soft_delete_days <= 90 && floor(var.soft_delete_days) == var.soft_delete_days)
    error_message = "soft_delete_days is 0, or a whole number from 7 to 90."
  }
}

variable "operator_email" {
  description = "Where the alerts are sent to."
  type        = string

  validation {
    condition     = can(regex("^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", var.operator_email))
    error_message = "operator_email is one e-mail address; a group's address reaches several people."
  }
}

variable "notification_channels" {
  description = "Further notification channels of the alerts, such as one that pages, by their resource names."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for name in var.notification_channels : can(regex("^projects/[^/]+/notificationChannels/[0-9]+$", name))])
    error_message = "notification_channels are names such as projects/my-project/notificationChannels/123."
  }
}

variable "public_addresses" {
  description = "Where clients reach the gateway, without https://: Google asks for /readyz below each of them every minute, and alerts if it cannot be reached."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for address in var.public_addresses : can(regex("^[a-z0-9.-]+(/[A-Za-z0-9._/-]*[A-Za-z0-9._-])?$", address))])
    error_message = "public_addresses are hosts, with the gateway's base path if it has one, such as shop.example.com/catalog."
  }
}

variable "runbooks_url" {
  description = "Where people read deploy/runbooks: the alerts link to RB-2.md and RB-3.md below it."
  type        = string

  validation {
    condition     = can(regex("^https://[^\\s]+[^/\\s]$", var.runbooks_url))
    error_message = "runbooks_url is an https:// address without a slash at its end."
  }
}

variable "labels" {
  description = "Labels of the bucket and the alert policies."
  type        = map(string)
  default     = {}
}
