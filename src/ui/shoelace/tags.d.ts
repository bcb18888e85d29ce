import type SlDivider from '@shoelace-style/shoelace/dist/components/divider/divider.js'
import type SlMenu from '@shoelace-style/shoelace/dist/components/menu/menu.js'
import type SlMenuItem from '@shoelace-style/shoelace/dist/components/menu-item/menu-item.js'
import type SlTooltip from '@shoelace-style/shoelace/dist/components/tooltip/tooltip.js'
import type { HTMLAttributes, Key, Ref } from 'react'

type Method = (...args: any[]) => any // only used to omit methods from the props
type Own<E> = Omit<E, keyof HTMLElement | keyof import('lit').LitElement>
type Props<E> = Omit<HTMLAttributes<E>, keyof Own<E>> & {
  [K in keyof Own<E> as Own<E>[K] extends Method ? never : K]?: Own<E>[K]
} & {
  ref?: Ref<E>
  key?: Key
  slot?: string
  'onpl-sl-select'?: (event: CustomEvent<{ item: SlMenuItem }>) => void
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pl-sl-divider': Props<SlDivider>
      'pl-sl-menu': Props<SlMenu>
      'pl-sl-menu-item': Props<SlMenuItem>
      'pl-sl-tooltip': Props<SlTooltip>
    }
  }
}
