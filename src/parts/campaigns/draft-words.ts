import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { partsOf } from '../../contract/drafts/steps.rules.ts'
import type { StepKey, TemplateFlow } from '../../contract/templates/templates.rules.ts'
import type { Label } from '../scope/client.tsx'

interface StepOptions {
  readonly flow: TemplateFlow
  readonly label: Label
}

/** Name of a step; the entity step uses the client's label. */
export function stepName(step: StepKey, { flow, label }: StepOptions, i18n: I18n): string {
  if (partsOf(flow, step)[0] === 'campaign_template_id') return i18n._(msg`Template`)
  const names: Readonly<Record<StepKey, string>> = {
    'step-1': i18n._(msg`Basics`),
    'step-basic-info': i18n._(msg`Basics`),
    'step-2': i18n._(msg`Basics`),
    'step-3': label.plural,
    'step-ad-group': i18n._(msg`Ad groups`),
    'budget-step': i18n._(msg`Budget and bid`),
    'step-attribution': i18n._(msg`Attribution`),
    'step-asset': i18n._(msg`Images`),
    'step-review': i18n._(msg`Review`),
    'custom-review': i18n._(msg`Review`),
    'templated-review': i18n._(msg`Review`),
  }
  return names[step]
}

/** Name and description of each flow. */
export const flowWords = {
  simple: [msg`Quick`, msg`Choose what to advertise, a budget and a bid.`],
  custom: [msg`Step by step`, msg`All settings, one step at a time.`],
  templated: [msg`Template`, msg`Start from a template with preset settings.`],
  v2: [msg`Goal first`, msg`Set a target return on ad spend and attribution.`],
} as const

/** Name of a draft, also before the user has entered one. */
export const draftName = ({ name }: { readonly name: string }, i18n: I18n) => name.trim() || i18n._(msg`Unnamed campaign`)
