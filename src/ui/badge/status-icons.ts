import type { StatusIcon } from '../../contract/statuses.ts'
import type { IconShape } from '../icon/icons.ts'

const disc = 'M8 2a6 6 0 110 12A6 6 0 018 2z'
const ring = 'M8 2.75a5.25 5.25 0 110 10.5 5.25 5.25 0 010-10.5z'

/** Each status has its own shape, so that statuses can be told apart without colour. */
export const statusShapes: Readonly<Record<StatusIcon, IconShape>> = {
  active: { fill: `${disc}M6.5 5.25v5.5L11 8z` },
  inactive: { stroke: ring },
  pending: { stroke: `${ring}M8 5v3l2 1.5` },
  paused: { fill: `${disc}M6 5.5v5h1.25v-5zM8.75 5.5v5H10v-5z` },
  ended: { fill: `${disc}M6 6v4h4V6z` },
  locked: { fill: 'M4 7h1V5.5a3 3 0 016 0V7h1v6.5H4zM6.25 7h3.5V5.5a1.75 1.75 0 00-3.5 0z' },
  deactivated: { stroke: `${ring}M4.3 11.7l7.4-7.4` },
  invalid: { fill: `${disc}M7.25 4.5v4.25h1.5V4.5zM7.25 10v1.5h1.5V10z` },
  archived: { stroke: 'M2.5 3.5h11v3h-11zM3.5 6.5v6h9v-6M6.5 9h3' },
  approved: { fill: `${disc}M5.2 7.4L4.3 8.3l2.7 2.7 4.7-4.9-.9-.9L7 9.2z` },
  closed: { fill: `${disc}M6.1 5.2l-.9.9L7.1 8l-1.9 1.9.9.9L8 8.9l1.9 1.9.9-.9L8.9 8l1.9-1.9-.9-.9L8 7.1z` },
  open: {
    stroke: 'M8 2.75a5.25 5.25 0 013.7 1.55M13.25 8a5.25 5.25 0 01-1.55 3.7M8 13.25a5.25 5.25 0 01-3.7-1.55M2.75 8A5.25 5.25 0 014.3 4.3',
  },
  reserved: { fill: 'M4 2.5h8v11L8 10.5l-4 3z' },
  launched: { fill: `${disc}M8 4.5L5 8h2v3.5h2V8h2z` },
}
