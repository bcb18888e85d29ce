import { aboutPeople, permissions } from '../../../src/contract/access/permissions.ts'

/** A page of a partner's that has the builder makes campaigns. */
const partnersWrite: readonly string[] = ['campaigns.create', 'campaigns.change', 'campaigns.remove']
/** What a page of a partner's may ask: everything that is read about the client, its campaigns, nothing about people. */
export const partnerPermissions = permissions.filter(
  (word) => partnersWrite.includes(word) || (word.endsWith('.read') && !aboutPeople.some((area) => word.startsWith(`${area}.`))),
)
