import { adGroupEntities } from '../../contract/ad-groups/entities.ts'
import { adGroups } from '../../contract/ad-groups/ad-groups.ts'
import { campaigns } from '../../contract/campaigns/campaigns.ts'
import { campaignImageEndpoints } from '../../contract/images/images.ts'

/** Branches of the contract with data of campaigns; a change of one can change the responses of all. */
export const campaignData: readonly object[] = [campaigns, adGroups, adGroupEntities, campaignImageEndpoints]
