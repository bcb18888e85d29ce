/** An advertiser in the words of the tables. */
export interface AdvertiserKey {
  readonly member_group_id: number
  readonly advertiser_id: number
}

/** An advertiser in the words of a request's path. */
export interface AdvertiserPath {
  readonly memberGroupId: number
  readonly advertiserId: number
}

export const keyOf = ({ memberGroupId, advertiserId }: AdvertiserPath): AdvertiserKey => ({
  member_group_id: memberGroupId,
  advertiser_id: advertiserId,
})
