import { isIPv4 } from 'node:net'

/** Whether Cloud Storage allows this bucket name (cloud.google.com/storage/docs/buckets#naming). */
export function isBucketName(name: string): boolean {
  const parts = name.split('.')
  return (
    /^[a-z0-9][a-z0-9._-]+[a-z0-9]$/.test(name) &&
    name.length <= (parts.length > 1 ? 222 : 63) &&
    parts.every((part) => part.length > 0 && part.length <= 63) &&
    !isIPv4(name) &&
    !name.startsWith('goog') &&
    !name.includes('google')
  )
}

/** Whether Amazon S3 allows this bucket name (docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html). */
export function isS3BucketName(name: string): boolean {
  return (
    /^(?!xn--|sthree-|amzn-s3-demo-)[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/.test(name) && !isIPv4(name)
  )
}
