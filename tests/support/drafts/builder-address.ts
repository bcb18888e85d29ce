/** The address of the builder for the first client's first advertiser. */
export const builderAddress = '/clients/1/advertisers/1/campaigns/create'
