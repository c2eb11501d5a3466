import { standardClaims } from '@catalog/catalog/scopes'
import { natsUrl } from '@catalog/messaging'
import { readConfig } from '@catalog/runtime'
import { logLevels } from '@catalog/telemetry'
import { z } from 'zod'
import type { Gateway } from './context.ts'

const symmetricAlgorithms = ['HS256', 'HS384', 'HS512'] as const
const asymmetricAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const
const algorithms = [...symmetricAlgorithms, ...asymmetricAlgorithms]
const minSecretBytes = 32

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

const secretOfTokens = z
  .string()
  .refine((secret) => Buffer.byteLength(secret) >= minSecretBytes, {
    error: `must have at least ${minSecretBytes} bytes`,
  })
  .meta({ secret: true })
  .optional()

/** As a browser names it: nothing else would ever be equal to a message's origin. */
const origin = z
  .string()
  .refine((text) => /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text, {
    error: 'must be an origin such as https://admin.shop.example, in lower case and without a path',
  })

const address = z
  .url({ protocol: /^https?$/ })
  .regex(/^https?:\/\/[^?#@\s]+$/i, 'must be http(s)://, a host, and at most a port and a path')
  .transform((url) => url.replace(/\/+$/, ''))

/** Every variable that the gateway reads. */
export const configSchema = z
  .object({
    CATALOG_NATS_URL: natsUrl.default('nats://127.0.0.1:4222'),
    CATALOG_HOST: z.string().min(1).default('127.0.0.1'),
    CATALOG_PORT: port(8080),
    CATALOG_HEALTH_HOST: z.string().min(1).default('127.0.0.1'),
    CATALOG_HEALTH_PORT: port(0),
    /** The logger reads it too, before anything else. */
    CATALOG_LOG_LEVEL: z.enum(logLevels).default('info'),
    /** For small installations: the key of HS256 tokens. */
    CATALOG_AUTH_SECRET: secretOfTokens,
    /** The key before it: its tokens are accepted too, while the platform changes to the new one. */
    CATALOG_AUTH_PREVIOUS_SECRET: secretOfTokens,
    /** URL of the public keys with which the platform signs its tokens. */
    CATALOG_AUTH_JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
    CATALOG_AUTH_ISSUER: z.string().optional(),
    CATALOG_AUTH_AUDIENCE: z.string().optional(),
    /** Separated by commas. Default: HS256 with a secret, RS256 and ES256 with a key set. */
    CATALOG_AUTH_ALGORITHMS: z
      .string()
      .transform((list) => list.split(',').map((name) => name.trim()))
      .pipe(z.array(z.enum(algorithms)).min(1))
      .optional(),
    /** Where tokens name their storefront: a claim, or a path such as `realm_access.shop`. */
    CATALOG_AUTH_STOREFRONT_CLAIM: z.string().default(standardClaims.storefront),
    /** Where tokens name their scopes: a text separated by spaces, or a list. */
    CATALOG_AUTH_SCOPE_CLAIM: z.string().default(standardClaims.scope),
    /** What our scopes begin with in tokens; others are not ours. */
    CATALOG_AUTH_SCOPE_PREFIX: z.string().default(standardClaims.prefix),
    /** The platform's sign-in page, to which the admin page sends people. */
    CATALOG_AUTH_LOGIN_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Everything stands below this path; the probes stay at the root, too. */
    CATALOG_BASE_PATH: z
      .string()
      .regex(/^(\/[\w-][\w.~-]*)*\/?$/, 'must be a path such as /shop-tools, without . and ..')
      .transform((path) => path.replace(/\/$/, ''))
      .default(''),
    /** Where people reach the gateway, for links; with the base path or without it. A path, too, if a proxy adds one. */
    CATALOG_PUBLIC_URL: address.optional(),
    /** Whether anyone who knows a picture's address may read it. */
    CATALOG_IMAGES_PUBLIC: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
    /** Where a CDN or a public bucket serves the objects, `product-images/…`. */
    CATALOG_IMAGE_PUBLIC_URL: address.optional(),
    CATALOG_LIMIT_REQUESTS_PER_MINUTE: count(600),
    CATALOG_LIMIT_UPLOADS: count(4),
    CATALOG_LIMIT_EXPORTS: count(4),
    /** Seconds to continue serving after SIGTERM, so that load balancers notice the end. */
    CATALOG_DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
    /** Origins of pages that may embed the admin page, separated by commas; by default none may. */
    CATALOG_ADMIN_FRAME_ANCESTORS: z
      .string()
      .default('')
      .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []))
      .pipe(z.array(origin)),
    /** What the admin page is called, instead of Catalog Import & Export. */
    CATALOG_ADMIN_TITLE: z.string().max(60).optional(),
    /** Where the name leads: the platform's own start page. */
    CATALOG_ADMIN_HOME_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Colour of buttons and links, on which white text can be read. */
    CATALOG_ADMIN_ACCENT: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #17615b')
      .refine((colour) => contrastWithWhite(colour) >= 4.5, {
        error: 'must be darker: white text on it has a contrast below 4.5',
      })
      .optional(),
    /** Folder of the built admin page; by default, nothing is served under /admin/. */
    CATALOG_ADMIN_ROOT: z.string().optional(),
  })
  .superRefine(
    (values, context) => {
      const secret = values.CATALOG_AUTH_SECRET !== undefined
      const keySet = values.CATALOG_AUTH_JWKS_URL !== undefined
      if (secret === keySet) {
        context.addIssue({
          code: 'custom',
          path: [secret ? 'CATALOG_AUTH_JWKS_URL' : 'CATALOG_AUTH_SECRET'],
          message: secret
            ? 'must not be set together with CATALOG_AUTH_SECRET'
            : 'must be set, or CATALOG_AUTH_JWKS_URL',
        })
      }
      if (values.CATALOG_AUTH_PREVIOUS_SECRET !== undefined && !secret) {
        context.addIssue({
          code: 'custom',
          path: ['CATALOG_AUTH_PREVIOUS_SECRET'],
          message: 'must not be set without CATALOG_AUTH_SECRET',
        })
      }
      // A token signed with the public key as an HMAC secret must never pass: allow one kind of algorithm only.
      const allowed: readonly string[] = secret ? symmetricAlgorithms : asymmetricAlgorithms
      const unknown = (values.CATALOG_AUTH_ALGORITHMS ?? []).filter((name) => !allowed.includes(name))
      if (unknown.length > 0) {
        context.addIssue({
          code: 'custom',
          path: ['CATALOG_AUTH_ALGORITHMS'],
          message: `must be of ${allowed.join(', ')} with ${secret ? 'a secret' : 'a key set'}`,
        })
      }
      // Also if a single variable is wrong, so that all problems are reported at once.
    },
    { when: () => true },
  )

export type Config = z.infer<typeof configSchema>

/** As WCAG 2 defines it. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** Where the gateway and its pictures are reached. */
export function addressesOf(config: Config): Pick<Gateway, 'basePath' | 'publicUrl' | 'images'> {
  return {
    basePath: config.CATALOG_BASE_PATH,
    publicUrl: publicUrlOf(config),
    images: { arePublic: config.CATALOG_IMAGES_PUBLIC, url: config.CATALOG_IMAGE_PUBLIC_URL },
  }
}

function publicUrlOf({ CATALOG_PUBLIC_URL: url, CATALOG_BASE_PATH: path }: Config): string | undefined {
  return url === undefined || new URL(url).pathname.endsWith(path) ? url : url + path
}

/** @throws ConfigError with every problem of the environment in one line */
export function readGatewayConfig(env?: NodeJS.ProcessEnv): Config {
  return readConfig(configSchema, env)
}
