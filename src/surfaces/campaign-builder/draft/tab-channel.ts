/** Message between tabs with the same draft. */
interface TabMessage {
  readonly kind: 'here' | 'saved' | 'gone'
  readonly tab: string
}

export interface DraftTabChannel {
  /** Tells the other tabs that this one has saved. */
  saved(): void
  stop(): void
}

interface TabListeners {
  /** Called whenever another tab opens or closes; true while one has the draft open. */
  readonly onTabs: (isElsewhere: boolean) => void
  /** Called when another tab has saved. */
  readonly onSaved: () => void
}

const isTabMessage = (data: unknown): data is TabMessage => typeof data === 'object' && data !== null && 'kind' in data && 'tab' in data

/** Connects all tabs of one browser that have the same draft open. */
export function openTabChannel(uuid: string, tab: string, { onTabs, onSaved }: TabListeners): DraftTabChannel {
  const channel = new BroadcastChannel(`placard-draft ${uuid}`)
  const otherTabs = new Set<string>()
  let isOpen = true
  const post = (kind: TabMessage['kind']) => isOpen && channel.postMessage({ kind, tab } satisfies TabMessage)
  channel.onmessage = ({ data }) => {
    if (!isTabMessage(data) || data.tab === tab) return
    // Answer a new tab once, so that it knows about this one.
    if (data.kind !== 'gone' && !otherTabs.has(data.tab)) post('here')
    if (data.kind === 'gone') otherTabs.delete(data.tab)
    else otherTabs.add(data.tab)
    onTabs(otherTabs.size > 0)
    if (data.kind === 'saved') onSaved()
  }
  post('here')
  const leave = () => post('gone')
  // A page restored from the back/forward cache announces itself again.
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && post('here')
  const page = typeof window === 'undefined' ? undefined : window
  page?.addEventListener('pagehide', leave)
  page?.addEventListener('pageshow', comeBack)
  return {
    saved: () => post('saved'),
    stop: () => {
      leave()
      isOpen = false
      page?.removeEventListener('pagehide', leave)
      page?.removeEventListener('pageshow', comeBack)
      channel.onmessage = null
      channel.close()
    },
  }
}
