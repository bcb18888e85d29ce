import { boolean, enums, type Infer, literal, object, optional, record, refine, string, unknown, type Struct, array } from 'superstruct'
import { get, postQuery } from '../endpoint.ts'
import { Text } from '../ids.ts'

export const environments = ['development', 'uat', 'production'] as const

/** The configuration that a page needs before the sign-in. */
export const ApplicationConfig = object({
  environment: enums(environments),
  cloud_provider: enums(['azure', '']),
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

/** OFREP, the protocol of flag services. */
export const flags = {
  all: postQuery('ofrep/v1/evaluate/flags', {
    open: true,
    body: object({ context: object({ targetingKey: Text(1, 200), environment: optional(Text(1, 40)) }) }),
    result: object({
      flags: array(object({ key: string(), value: FlagValue, reason: literal('STATIC') })),
      metadata: record(string(), boolean()),
    }),
  }),
}

export const config = { application: get('api/k1-ui/config', { open: true, result: ApplicationConfig }) }
