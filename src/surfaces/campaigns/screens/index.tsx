import { CampaignList } from '../parts/list/campaign-list.tsx'

/** The campaigns of a client, or of one advertiser. */
export default CampaignList
