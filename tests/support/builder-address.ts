/** Where the builder of the first client's first advertiser is. */
export const builderAddress = '/clients/1/advertisers/1/campaigns/create'
