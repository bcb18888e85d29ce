import type { Page } from 'playwright/test'
import { apiAs, openTag } from '../campaigns/campaign-page.ts'

interface Begun {
  readonly flow: 'simple' | 'custom' | 'templated'
  readonly step: string
  readonly data?: object
  /** Adds no entities. */
  readonly isEmpty?: boolean
  /** Uses the first experience, which has pictures. */
  readonly isExperience?: boolean
}

/** Creates a draft of the first advertiser with some data, and opens one of its steps. */
export async function openDraft(page: Page, { flow, step, data = {}, isEmpty = false, isExperience = false }: Begun) {
  const all = 'v1/member_groups/1/advertisers/1/campaign_drafts'
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const { campaign_draft_uuid: uuid } = await apiAs('dana')('POST', all, { flow, data: {}, ...(isExperience && { experience_id: 1 }) }, key)
  const path = `${all}/${uuid}`
  const { channels } = await apiAs('dana')('GET', `${path}/constraints`)
  if (!isEmpty) await apiAs('dana')('POST', `${path}/add_all_entities`, {})
  const { version } = await apiAs('dana')('GET', path)
  const required = step === 'step-basic-info' ? { always_on: false } : { name: 'By the rules', channel: channels[0], always_on: true }
  await apiAs('dana')(
    'PATCH',
    path,
    { step, data: { ...required, budget: '40', base_bid: '0.85', ...data } },
    { 'If-Match': `"${version}"` },
  )
  await openStep(page, uuid, step)
  return { uuid, path }
}

/** Opens one step of a draft on a new page. */
export async function openStep(page: Page, uuid: string, step: string) {
  const attributes = `client-id="1" advertiser-id="1" locale="en-US" path="?draft=${uuid}&amp;step=${step}"`
  await openTag(page, 'dana', `<ad-campaign-builder ${attributes}></ad-campaign-builder>`)
  await page.getByRole('button', { name: 'Exit' }).waitFor()
}

export { addDays } from '../../../src/contract/dates/date-ranges.ts'
