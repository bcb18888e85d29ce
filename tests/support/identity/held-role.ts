import type { HeldRole } from '../../../src/contract/session/sso.ts'

/** A role of a user, as the platform sends it. */
export const heldRole = (role_id: number, name: string, more: Partial<HeldRole> = {}): HeldRole => ({
  role_id,
  id: role_id,
  name,
  access: { clients: [], advertiser_groups: [], advertisers: [] },
  activities: [],
  ...more,
})
