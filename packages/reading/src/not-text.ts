/** The file contains NUL characters, or bytes that its encoding does not allow. */
export class NotText extends Error {
  override readonly name = 'NotText'
  readonly kind: 'nul' | 'undecodable'

  constructor(kind: 'nul' | 'undecodable', options?: ErrorOptions) {
    super(`the file is not text: ${kind}`, options)
    this.kind = kind
  }
}
