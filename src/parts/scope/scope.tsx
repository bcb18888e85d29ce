import { Trans } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { idOf } from '../../contract/addresses/context.rules.ts'
import { Empty } from '../../ui/states.tsx'
import { ClientProvider } from './client.tsx'
import { useClientTheme } from './client-theme.ts'
import { PersonProvider } from './person.tsx'

/** The scope attributes as the host set them. */
export interface WhoseAsked {
  readonly clientId?: string | undefined
  readonly advertiserId?: string | undefined
  readonly advertiserIds?: string | undefined
  readonly readonly?: boolean | undefined
}

/** The parsed scope: the client and advertisers whose data an element shows. */
export interface WhoseData {
  readonly clientId: number
  readonly advertiserId?: number
  /** The advertisers to send with a request; undefined for all advertisers of the client. */
  readonly advertiserIds?: readonly number[]
  /** Hides every action that writes. */
  readonly isReadonly: boolean
}

const Current = createContext<WhoseData | undefined>(undefined)

const wordsIn = (text = '') => text.split(/[\s,]+/).filter(Boolean)

/** The parsed scope, or the name of an invalid attribute: showing another client's data would be worse than showing none. */
export function whoseIn({ clientId, advertiserId, advertiserIds, readonly = false }: WhoseAsked): WhoseData | { readonly unread: string } {
  const client = idOf(clientId)
  if (client === undefined) return { unread: 'client-id' }
  const one = idOf(advertiserId)
  if (advertiserId && one === undefined) return { unread: 'advertiser-id' }
  const several = wordsIn(advertiserIds).map(idOf)
  const known = several.filter((id) => id !== undefined)
  if (known.length < several.length) return { unread: 'advertiser-ids' }
  const ids = one === undefined ? known : [one]
  return {
    clientId: client,
    ...(one !== undefined && { advertiserId: one }),
    ...(ids.length > 0 && { advertiserIds: ids }),
    isReadonly: readonly,
  }
}

function Ground({ whose, children }: { readonly whose: WhoseData; readonly children: ReactNode }) {
  const { clientId, advertiserId } = whose
  useClientTheme(clientId)
  const context = useMemo(
    () => ({ area: 'clients' as const, clientId, ...(advertiserId !== undefined && { advertiserId }) }),
    [clientId, advertiserId],
  )
  return (
    <PersonProvider memberGroupId={clientId} advertiserId={advertiserId}>
      <ClientProvider context={context}>{children}</ClientProvider>
    </PersonProvider>
  )
}

/** Provides the client, advertisers and user of an element to its screens; shows a message if an attribute is invalid. */
export function Whose({ asked, children }: { readonly asked: WhoseAsked; readonly children: ReactNode }) {
  const { clientId, advertiserId, advertiserIds, readonly } = asked
  const whose = useMemo(
    () => whoseIn({ clientId, advertiserId, advertiserIds, readonly }),
    [clientId, advertiserId, advertiserIds, readonly],
  )
  if ('unread' in whose)
    return (
      <Empty
        heading={<Trans>This element does not know whose data to show</Trans>}
        text={<Trans>The attribute {whose.unread} of the element is missing or cannot be read.</Trans>}
      />
    )
  return (
    <Current value={whose}>
      <Ground whose={whose}>{children}</Ground>
    </Current>
  )
}

/** The scope of the surrounding element. */
export function useWhose(): WhoseData {
  const whose = useContext(Current)
  if (!whose) throw new Error('There is no Whose above this')
  return whose
}
