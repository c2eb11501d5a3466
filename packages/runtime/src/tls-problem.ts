/** Why an encrypted connection was refused and what to do about it, by the error's code or, of pg, its message. */
const problems: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; compare the clocks',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for other names; use one of them in the URL, or issue another certificate',
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ].map((code) => [
      code,
      'its certificate is of a CA that is not trusted; NODE_EXTRA_CA_CERTS must name a file with that CA (caBundle of the chart)',
    ]),
  ),
  SERVER_OPT_NA: 'it offers no encryption, which tls:// in the URL requires',
  'The server does not support SSL connections': 'it offers no encryption, which sslmode in the URL requires',
}

/** The sentence for an operator, without values; undefined if the error is not about encryption. */
export function tlsProblem(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const [code, message]: unknown[] = [Reflect.get(error, 'code'), Reflect.get(error, 'message')]
  return problems[String(code)] ?? problems[String(message)]
}
