import { Trans } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { parseId } from '../../contract/addresses/context.rules.ts'
import { EmptyState } from '../../ui/states.tsx'
import { ClientProvider } from './client.tsx'
import { useClientTheme } from './client-theme.ts'
import { ViewerProvider } from './viewer.tsx'

/** The scope attributes as the host set them. */
export interface ScopeAttributes {
  readonly clientId?: string | undefined
  readonly advertiserId?: string | undefined
  readonly advertiserIds?: string | undefined
  readonly readonly?: boolean | undefined
}

/** The parsed scope: the client and advertisers whose data an element shows. */
export interface ElementScope {
  readonly clientId: number
  readonly advertiserId?: number
  /** The advertisers to send with a request; undefined for all advertisers of the client. */
  readonly advertiserIds?: readonly number[]
  /** Hides every action that writes. */
  readonly isReadonly: boolean
}

const Current = createContext<ElementScope | undefined>(undefined)

const wordsIn = (text = '') => text.split(/[\s,]+/).filter(Boolean)

/** The parsed scope, or the name of an invalid attribute: showing another client's data would be worse than showing none. */
export function parseScope({
  clientId,
  advertiserId,
  advertiserIds,
  readonly = false,
}: ScopeAttributes): ElementScope | { readonly unread: string } {
  const client = parseId(clientId)
  if (client === undefined) return { unread: 'client-id' }
  const item = parseId(advertiserId)
  if (advertiserId && item === undefined) return { unread: 'advertiser-id' }
  const parsedIds = wordsIn(advertiserIds).map(parseId)
  const validIds = parsedIds.filter((id) => id !== undefined)
  if (validIds.length < parsedIds.length) return { unread: 'advertiser-ids' }
  const ids = item === undefined ? validIds : [item]
  return {
    clientId: client,
    ...(item !== undefined && { advertiserId: item }),
    ...(ids.length > 0 && { advertiserIds: ids }),
    isReadonly: readonly,
  }
}

function ScopeContexts({ scope, children }: { readonly scope: ElementScope; readonly children: ReactNode }) {
  const { clientId, advertiserId } = scope
  useClientTheme(clientId)
  const context = useMemo(
    () => ({ area: 'clients' as const, clientId, ...(advertiserId !== undefined && { advertiserId }) }),
    [clientId, advertiserId],
  )
  return (
    <ViewerProvider memberGroupId={clientId} advertiserId={advertiserId}>
      <ClientProvider context={context}>{children}</ClientProvider>
    </ViewerProvider>
  )
}

/** Provides the client, advertisers and user of an element to its screens; shows a message if an attribute is invalid. */
export function ScopeProvider({ attributes, children }: { readonly attributes: ScopeAttributes; readonly children: ReactNode }) {
  const { clientId, advertiserId, advertiserIds, readonly } = attributes
  const scope = useMemo(
    () => parseScope({ clientId, advertiserId, advertiserIds, readonly }),
    [clientId, advertiserId, advertiserIds, readonly],
  )
  if ('unread' in scope)
    return (
      <EmptyState
        heading={<Trans>No client is set for this element</Trans>}
        text={<Trans>The attribute {scope.unread} is missing or invalid.</Trans>}
      />
    )
  return (
    <Current value={scope}>
      <ScopeContexts scope={scope}>{children}</ScopeContexts>
    </Current>
  )
}

/** The scope of the surrounding element. */
export function useScope(): ElementScope {
  const scope = useContext(Current)
  if (!scope) throw new Error('There is no Whose above this')
  return scope
}
