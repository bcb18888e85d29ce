import type { campaignRows } from './campaign-rows.ts'
import type { SeedAdGroup } from './facts.ts'

/** All rows of the demonstration except people and facts. Ids are fixed, so that they are the same in every database. */
export interface SeedRows {
  readonly member_groups: object[]
  readonly member_group_currencies: object[]
  readonly themes: object[]
  readonly channels: object[]
  readonly entity_groups: object[]
  readonly sites: object[]
  readonly advertiser_metadata_keys: object[]
  readonly experiences: object[]
  readonly experience_assets: object[]
  readonly terms: object[]
  readonly advertiser_groups: object[]
  readonly advertisers: SeedAdvertiser[]
  readonly entities: object[]
  readonly campaigns: ReturnType<typeof campaignRows>['campaign'][]
  readonly ad_groups: ReturnType<typeof campaignRows>['adGroups']
  readonly ad_group_entities: ReturnType<typeof campaignRows>['adGroupEntities']
  readonly delivering: SeedAdGroup[]
}

export interface SeedAdvertiser {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly advertiser_group_id: number
  readonly name: string
  readonly status: string
  readonly time_zone: string
  readonly currency_code: string
  readonly industry_id: number
  readonly created_at: string
}
