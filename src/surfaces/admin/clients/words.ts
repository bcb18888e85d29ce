import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { lookups } from '../../../contract/search/lookups.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'

/** The names of the types of clients. A type that is not listed keeps the platform's name. */
const typeWords: Readonly<Record<string, MessageDescriptor>> = {
  Publisher: msg`Publisher`,
  Marketplace: msg`Marketplace`,
  Retailer: msg`Retailer`,
}

/** The types of clients; empty while they load, and for users who may not read them. */
export function useClientTypes(): { readonly types: readonly SelectedOption[]; readonly isLoading: boolean } {
  const { i18n } = useLingui()
  const mayNot = useDisabledReason()({ permissions: ['member_group_types.read'] })
  const { data, isLoading } = useRead(lookups.memberGroupTypes, mayNot === undefined ? {} : null)
  const types = useMemo(
    () =>
      (data ?? []).map(({ member_group_type_id: id, name }) => {
        const word = typeWords[name]
        return { id, label: word ? i18n._(word) : name }
      }),
    [data, i18n],
  )
  return { types, isLoading }
}
