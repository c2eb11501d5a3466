/** More than a download may have, and than four renditions of at most 2048 pixels can. */
export const maxPictureBytes = 32 * 1024 * 1024
export const maxRenditionBytes = 32 * 1024 * 1024
