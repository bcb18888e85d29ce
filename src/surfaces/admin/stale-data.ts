import { advertisers } from '../../contract/advertisers/advertisers.ts'
import { manyAdvertisers } from '../../contract/advertisers/many.ts'
import { advertiserGroups } from '../../contract/advertisers/groups.ts'
import { biddingConfigs } from '../../contract/bids/bidding-configs.ts'
import { roleEndpoints } from '../../contract/access/role-endpoints.ts'
import { changes } from '../../contract/changes/changes.ts'
import { memberGroups } from '../../contract/clients/clients.ts'
import { clientTerms } from '../../contract/clients/client-terms.ts'
import { clientThemes } from '../../contract/clients/client-themes.ts'
import { configuration } from '../../contract/clients/configuration.ts'
import { hosts } from '../../contract/clients/hosts.ts'
import { themes } from '../../contract/clients/themes.ts'
import { terms } from '../../contract/session/terms.ts'
import { templates } from '../../contract/templates/templates.ts'
import { users } from '../../contract/users/users.ts'

/** Each area adds its branches of the contract. */
const branches: readonly object[] = [
  advertiserGroups,
  advertisers,
  biddingConfigs,
  changes,
  clientTerms,
  configuration,
  clientThemes,
  hosts,
  manyAdvertisers,
  memberGroups,
  roleEndpoints,
  templates,
  terms,
  themes,
  users,
]

export default branches
