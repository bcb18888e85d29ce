import type { Walker } from './walk.ts'
import { access } from './walk-access.ts'
import { exampled } from './walk-examples.ts'
import { fields } from './walk-fields.ts'
import { type Inputs, inputs } from './walk-inputs.ts'
import { keys } from './walk-keys.ts'
import { mailings } from './walk-mails.ts'
import { permissions } from './walk-permissions.ts'
import { rates } from './walk-rates.ts'
import { replies } from './walk-replies.ts'
import { revocations } from './walk-revocations.ts'
import { tokens } from './walk-tokens.ts'
import { versions } from './walk-versions.ts'
import { audits, transactions } from './walk-writes.ts'

/** All rules for endpoints, in the order of the walk. */
export const walkers = (asked: Partial<Inputs> = {}): readonly Walker[] => [
  exampled,
  tokens,
  permissions,
  revocations,
  access,
  fields,
  inputs(asked),
  versions,
  keys,
  replies,
  rates,
  mailings,
  transactions,
  audits,
]
