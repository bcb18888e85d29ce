import type { Walker } from './walk.ts'
import { access } from './access.ts'
import { exampled } from './examples.ts'
import { fields } from './fields.ts'
import { type Inputs, inputs } from './inputs.ts'
import { keys } from './keys.ts'
import { mailings } from './mails.ts'
import { permissions } from './permissions.ts'
import { rates } from './rates.ts'
import { replies } from './replies.ts'
import { revocations } from './revocations.ts'
import { tokens } from './tokens.ts'
import { versions } from './versions.ts'
import { transactions } from './writes.ts'

/** All rules for endpoints, in the order of the walk. */
export const walkers = (change: Partial<Inputs> = {}): readonly Walker[] => [
  exampled,
  tokens,
  permissions,
  revocations,
  access,
  fields,
  inputs(change),
  versions,
  keys,
  replies,
  rates,
  mailings,
  transactions,
]
