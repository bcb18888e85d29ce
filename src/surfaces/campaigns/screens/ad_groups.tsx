import { GroupList } from '../ad-groups/ad-groups.tsx'

/** The ad groups of a client's campaigns, or of one advertiser's. */
export default GroupList
