/** What tabs on one draft tell each other. */
interface Told {
  readonly kind: 'here' | 'saved' | 'gone'
  readonly tab: string
}

export interface DraftTabs {
  /** Says that this tab has written. */
  saved(): void
  stop(): void
}

interface Hearing {
  /** Whether another tab has the same draft open, whenever one comes or the last one goes. */
  readonly onTabs: (isElsewhere: boolean) => void
  /** Another tab has written. */
  readonly onSaved: () => void
}

const isTold = (data: unknown): data is Told => typeof data === 'object' && data !== null && 'kind' in data && 'tab' in data

/** Tabs of one browser on the same draft learn of each other. */
export function openTabs(uuid: string, tab: string, { onTabs, onSaved }: Hearing): DraftTabs {
  const channel = new BroadcastChannel(`placard-draft ${uuid}`)
  const others = new Set<string>()
  let isOpen = true
  const tell = (kind: Told['kind']) => isOpen && channel.postMessage({ kind, tab } satisfies Told)
  channel.onmessage = ({ data }) => {
    if (!isTold(data) || data.tab === tab) return
    // Whoever was here first answers once, so that both know.
    if (data.kind !== 'gone' && !others.has(data.tab)) tell('here')
    if (data.kind === 'gone') others.delete(data.tab)
    else others.add(data.tab)
    onTabs(others.size > 0)
    if (data.kind === 'saved') onSaved()
  }
  tell('here')
  const leave = () => tell('gone')
  // A page that is put away and comes back is here again.
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && tell('here')
  const page = typeof window === 'undefined' ? undefined : window
  page?.addEventListener('pagehide', leave)
  page?.addEventListener('pageshow', comeBack)
  return {
    saved: () => tell('saved'),
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
