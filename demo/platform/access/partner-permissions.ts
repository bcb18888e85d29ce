import { userManagementAreas, permissions } from '../../../src/contract/access/permissions.ts'

/** A partner page with the campaign builder creates campaigns. */
const partnersWrite: readonly string[] = ['campaigns.create', 'campaigns.change', 'campaigns.remove']
/** The permissions that a partner can have: campaign writes, and all reads except those about people. */
export const partnerPermissions = permissions.filter(
  (permission) =>
    partnersWrite.includes(permission) ||
    (permission.endsWith('.read') && !userManagementAreas.some((area) => permission.startsWith(`${area}.`))),
)

export const isReading = (word: string) => word.endsWith('.read')
/** A partner's permissions unless the operator lets it write. */
export const readingPermissions = partnerPermissions.filter(isReading)
