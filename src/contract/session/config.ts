import {
  array,
  boolean,
  define,
  enums,
  type Infer,
  literal,
  object,
  optional,
  record,
  refine,
  string,
  type Struct,
  unknown,
} from 'superstruct'
import { get, postQuery } from '../endpoint.ts'

export const environments = ['development', 'uat', 'production'] as const
/** The clouds that the console knows; empty for any other host. */
export const cloudProviders = ['azure', ''] as const

/** The configuration that a page needs before the sign-in. */
export const ApplicationConfig = object({
  environment: enums(environments),
  cloud_provider: enums(cloudProviders),
  issuer: string(),
  client_id: string(),
  /** Whether the platform itself is the identity provider and stores the passwords. If not, it cannot send a password reset. */
  is_provider_embedded: boolean(),
  flags_url: string(),
  other_origin: string(),
})
export type ApplicationConfig = Infer<typeof ApplicationConfig>

const FlagValue = refine(unknown(), 'FlagValue', (value) => ['boolean', 'string', 'number'].includes(typeof value)) as Struct<
  boolean | string | number,
  null
> // the refinement accepts only these types

/** The context of an evaluation. All flags are the same for everyone, so any content is accepted, and none has an effect. */
const FlagContext = define<Readonly<Record<string, unknown>>>(
  'FlagContext',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
const evaluation = { open: true, ofrep: true, body: object({ context: optional(FlagContext) }) } as const
const Flag = object({ key: string(), value: FlagValue, reason: literal('STATIC') })

/** OFREP, the protocol of flag services (https://openfeature.dev/specification/appendix-c). */
export const flags = {
  all: postQuery('ofrep/v1/evaluate/flags', {
    ...evaluation,
    result: object({ flags: array(Flag), metadata: record(string(), boolean()) }),
  }),
  one: postQuery('ofrep/v1/evaluate/flags/:key', {
    ...evaluation,
    result: object({ ...Flag.schema, metadata: record(string(), boolean()) }),
  }),
}

/** A refusal in the form of OFREP: the error codes of OpenFeature, and the key of a single flag. */
export const OfrepFailure = object({
  key: optional(string()),
  errorCode: enums(['PARSE_ERROR', 'INVALID_CONTEXT', 'FLAG_NOT_FOUND', 'GENERAL']),
  errorDetails: string(),
})
export type OfrepFailure = Infer<typeof OfrepFailure>

export const config = { application: get('api/k1-ui/config', { open: true, result: ApplicationConfig }) }
