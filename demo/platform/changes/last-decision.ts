import { sql } from 'kysely'

/** The last approval or denial of a campaign (alias `c`). The change's id tells one decision from the next. */
export interface Decision {
  readonly change_id: number
  readonly kind: 'approved' | 'denied'
  readonly at: string
  readonly user_id: number | null
}
export const lastDecision = sql<Decision | null>`(
  select jsonb_build_object('change_id', h.change_id, 'kind', h.kind, 'at', h.at, 'user_id', h.user_id)
  from changes h
  where h.member_group_id = c.member_group_id and h.campaign_id = c.campaign_id and h.entity = 'campaign'
    and h.kind in ('approved', 'denied')
  order by h.change_id desc limit 1)`
