import type { Walker } from './walk.ts'
import { foreignData } from './foreign-data.ts'
import { hasExample } from './has-example.ts'
import { unknownFields } from './unknown-fields.ts'
import { type Inputs, inputs } from './inputs.ts'
import { idempotencyKeys } from './idempotency-keys.ts'
import { mailings } from './mailings.ts'
import { permissions } from './permissions.ts'
import { rates } from './rates.ts'
import { replies } from './replies.ts'
import { revocations } from './revocations.ts'
import { tokens } from './tokens.ts'
import { versions } from './versions.ts'
import { transactions } from './transactions.ts'

/** All checks that run against every endpoint, in this order; `requests` sets how many faulty requests each endpoint gets. */
export const walkers = (requests: Partial<Inputs> = {}): readonly Walker[] => [
  hasExample,
  tokens,
  permissions,
  revocations,
  foreignData,
  unknownFields,
  inputs(requests),
  versions,
  idempotencyKeys,
  replies,
  rates,
  mailings,
  transactions,
]
