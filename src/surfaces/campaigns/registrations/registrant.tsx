import { useLingui } from '@lingui/react/macro'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { createResource, useResource } from '../../../parts/resource/resource.tsx'
import { useAdvertiserOptions } from '../../../parts/scope/advertiser-options.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Select } from '../../../ui/select/select.tsx'

interface RegistrantSources {
  /** The element's advertisers; undefined means all of the client. */
  readonly advertiserIds: readonly number[] | undefined
  /** The advertiser in the URL. */
  readonly urlAdvertiserId: number | undefined
  /** The user's only advertiser. */
  readonly onlyAdvertiserId: number | undefined
}

/** Chooses the advertiser: the element's only one, else the one in the URL if allowed, else the user's only one. */
export function registrantOf({ advertiserIds, urlAdvertiserId, onlyAdvertiserId }: RegistrantSources): number | undefined {
  if (advertiserIds?.length === 1) return advertiserIds[0]
  const isOffered = urlAdvertiserId !== undefined && (advertiserIds === undefined || advertiserIds.includes(urlAdvertiserId))
  return isOffered ? urlAdvertiserId : onlyAdvertiserId
}

/** The advertiser whose entities are registered. */
export interface Registrant {
  readonly memberGroupId: number
  readonly advertiserId: number
  /** Time zone in which times are shown. */
  readonly zone: string
}

const registrant = createResource<Registrant>('RegistrantProvider')

export const RegistrantProvider = registrant.Context

/** The advertiser of the surrounding RegistrantProvider. */
export const useRegistrant = (): Registrant => useResource(registrant)

/** Finds the advertiser, and whether the user can choose another one. */
export function useRegistrantSelection() {
  const { clientId: memberGroupId, advertiserIds } = useScope()
  const elementAdvertiserId = advertiserIds?.length === 1 ? advertiserIds[0] : undefined
  const { query } = usePath()
  const mineCall = { path: { memberGroupId }, query: { start: 0, count: 1 } }
  const firstOfMine = useRead(advertisers.mine, elementAdvertiserId === undefined ? mineCall : null)
  const urlAdvertiserId = parseId(query.get('advertiser') ?? undefined)
  const onlyAdvertiserId = firstOfMine.data?.total === 1 ? firstOfMine.data.advertisers[0]?.advertiser_id : undefined
  const advertiserId = registrantOf({ advertiserIds, urlAdvertiserId, onlyAdvertiserId })
  const advertiser = useRead(advertisers.one, advertiserId === undefined ? null : { path: { advertiserId } })
  // A user with one advertiser who opened the URL of another one can switch back to `onlyAdvertiserId`.
  const hasChoice =
    elementAdvertiserId === undefined &&
    firstOfMine.data !== undefined &&
    (firstOfMine.data.total !== 1 || advertiserId !== onlyAdvertiserId)
  return { firstOfMine, advertiser, advertiserId, hasChoice }
}

/** Selects the advertiser and stores it in the URL. */
export function RegistrantSelect({ chosen }: { readonly chosen: { readonly id: number; readonly label: string } | null }) {
  const { t } = useLingui()
  const { clientId, advertiserIds } = useScope()
  const { setQuery } = usePath()
  const options = useAdvertiserOptions(clientId, advertiserIds)
  return (
    <Select
      label={t`Advertiser`}
      placeholder={t`Choose an advertiser`}
      isRequired
      options={options}
      value={chosen}
      onChange={(one) => setQuery({ advertiser: one ? String(one.id) : undefined, ...clearedListParams })}
    />
  )
}

/** Clears the URL parameters that belong to one advertiser's lists. */
export const clearedListParams = { list: undefined, lines: undefined, lists: undefined }
