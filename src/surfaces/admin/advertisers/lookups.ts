import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Permission } from '../../../contract/access/permissions.ts'
import { experiences } from '../../../contract/clients/experiences.ts'
import { memberGroups } from '../../../contract/clients/clients.ts'
import { lookups } from '../../../contract/search/lookups.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'

const hourMinutes = 60

/** An offset as it is written after a time zone: UTC+5:30. */
export function offsetText(minutes: number): string {
  const rest = Math.abs(minutes) % hourMinutes
  const hours = Math.floor(Math.abs(minutes) / hourMinutes)
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest > 0 ? `:${String(rest).padStart(2, '0')}` : ''}`
}

export interface Lookups {
  readonly industries: readonly SelectedOption[]
  readonly channels: readonly SelectedOption[]
  readonly experiences: readonly SelectedOption[]
  /** The client's own fields of its advertisers. */
  readonly metadataKeys: readonly { readonly key: string; readonly label: string }[]
  readonly isLoading: boolean
}

/** What an advertiser can have at the client, as far as the user may read it. */
export function useLookups(): Lookups {
  const { clientId: memberGroupId } = useScope()
  const reasonOf = useDisabledReason()
  const may = (permission: Permission) => reasonOf({ permissions: [permission] }) === undefined
  const path = { memberGroupId }
  const industries = useRead(lookups.industries, may('industries.read') ? {} : null)
  const channels = useRead(memberGroups.channels, may('channels.read') ? { path } : null)
  const experienceList = useRead(experiences.list, may('experiences.read') ? { path, query: {} } : null)
  const keys = useRead(memberGroups.metadataKeys, may('member_groups.read') ? { path } : null)
  const isLoading = [industries, channels, experienceList, keys].some((read) => read.isLoading)
  const industryRows = industries.data
  const channelRows = channels.data?.channels
  const experienceRows = experienceList.data?.experiences
  const keyRows = keys.data?.advertiser_metadata_keys
  return useMemo(
    () => ({
      industries: industryRows?.map(({ industry_id: id, name: label }) => ({ id, label })) ?? [],
      channels: channelRows?.map(({ channel_id: id, name: label }) => ({ id, label })) ?? [],
      experiences: experienceRows?.map(({ experience_id: id, name: label }) => ({ id, label })) ?? [],
      metadataKeys: keyRows ?? [],
      isLoading,
    }),
    [industryRows, channelRows, experienceRows, keyRows, isLoading],
  )
}

/** The time zones with their offsets today. */
export function useTimeZones(): readonly SelectedOption[] {
  const { data } = useRead(lookups.timezones, useDisabledReason()({ permissions: ['timezones.read'] }) === undefined ? {} : null)
  return useMemo(
    () => data?.map(({ name, utc_offset_minutes }) => ({ id: name, label: `${name} (${offsetText(utc_offset_minutes)})` })) ?? [],
    [data],
  )
}

/** The option with an id; a name that cannot be read is the id. */
export const optionOf = (options: readonly SelectedOption[], id: number): SelectedOption =>
  options.find((option) => option.id === id) ?? { id, label: `#${id}` }

/** Joins the labels of options, in the user's language. */
export function useListText() {
  const { i18n } = useLingui()
  return (options: readonly SelectedOption[]) => new Intl.ListFormat(i18n.locale).format(options.map(({ label }) => label))
}
