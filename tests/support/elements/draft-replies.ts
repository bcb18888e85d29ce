import type { ClientDraftRow } from '../../../src/contract/drafts/draft-lists.ts'
import { viewerWith } from '../identity/viewer.ts'

const draft = (number: number, fields: Partial<ClientDraftRow>): ClientDraftRow => ({
  campaign_draft_uuid: `00000000-0000-4000-8000-00000000000${number}`,
  member_group_id: 1,
  advertiser_id: number,
  advertiser_name: `Hotels ${number}`,
  experience_id: null,
  campaign_template_id: null,
  flow: 'simple',
  step: 'step-1',
  entity_count: 3,
  version: 1,
  held_version: 1,
  changed_at: '2025-10-30T09:00:00Z',
  changed_by: { user_id: 4, name: 'mika' },
  tab: null,
  submitted_campaign_id: null,
  currency_code: 'USD',
  name: '',
  created_at: '2025-10-29T09:00:00Z',
  ...fields,
})
const drafts = [draft(1, { name: 'Winter walks' }), draft(2, { flow: 'v2', step: 'budget-step' })]

/** The case of a token: drafts, no drafts, or no access to them. */
type DraftCase = 'some' | 'none' | 'refused'

/** The replies about drafts and the user, so that a test has rows without a platform. Journeys test the real replies. */
export function draftReply(path: string, of: DraftCase) {
  if (path === '/v1/sso/login') return { status: 'success', result: viewerWith('campaigns.read', 'campaigns.create') }
  if (!path.endsWith('/campaign_drafts_report')) return undefined
  if (of === 'refused') return { status: 'error', error: 'No' }
  const campaign_drafts = of === 'some' ? drafts : []
  return { status: 'success', result: { campaign_drafts, total: campaign_drafts.length } }
}
