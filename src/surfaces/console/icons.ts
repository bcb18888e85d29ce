import type { IconShape } from '../../ui/icon/icons.ts'

const stroke = (path: string): IconShape => ({ stroke: path })

export const consoleIcons = {
  panel: stroke('M2.5 3.5h11v9h-11zM6 3.5v9'),
  menu: stroke('M2.5 4h11M2.5 8h11M2.5 12h11'),
  wave: stroke('M2 6.5c2-2 4-2 6 0s4 2 6 0M2 10.5c2-2 4-2 6 0s4 2 6 0'),
  globe: stroke('M8 14A6 6 0 108 2a6 6 0 000 12zM2 8h12M8 2c2.2 2.2 2.2 9.8 0 12M8 2c-2.2 2.2-2.2 9.8 0 12'),
  sun: stroke(
    'M8 10.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM8 2v1M8 13v1M2 8h1M13 8h1M3.8 3.8l.7.7M11.5 11.5l.7.7M3.8 12.2l.7-.7M11.5 4.5l.7-.7',
  ),
  moon: stroke('M13.5 9.6A5.8 5.8 0 016.4 2.5a5.8 5.8 0 107.1 7.1z'),
  mail: stroke('M2.5 3.5h11v9h-11zM2.5 4l5.5 4.5L13.5 4'),
  home: stroke('M2.5 7.5L8 3l5.5 4.5V13h-4V9.5h-3V13h-4z'),
  horn: stroke('M2.5 6.5v3l7.5 3V3.5zM10 6.5c1.7 0 2.5.7 2.5 1.5S11.7 9.5 10 9.5M4.5 10.2V13h2v-2'),
  bars: stroke('M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6'),
  order: stroke('M4 2.5h5.5L12.5 5.5v8H4zM9.5 2.5v3h3M6 8.5h4.5M6 11h3'),
  wallet: stroke('M2.5 4.5h10v8.5h-10zM2.5 4.5l8-2v2M12.5 7.5h-3a1.2 1.2 0 000 2.5h3'),
  picture: stroke('M2.5 3.5h11v9h-11zM2.5 10.5l3-3 3 3 2-2 3 3M10.5 6h.01'),
  booked: stroke('M2.5 4.5a1 1 0 011-1h9a1 1 0 011 1v8a1 1 0 01-1 1h-9a1 1 0 01-1-1zM5.5 2v3M10.5 2v3M5.8 9l1.5 1.5 3-3'),
  bolt: stroke('M9 2L3.5 9H8l-1 5 5.5-7H8z'),
  bulb: stroke('M6.3 11.5c0-1.5-2-2.2-2-4.5a3.7 3.7 0 017.4 0c0 2.3-2 3-2 4.5zM6.5 14h3'),
  scales: stroke('M8 2.5v11M4.5 13.5h7M3 5h10M3 5l-1.5 4.5h3zM13 5l-1.5 4.5h3z'),
  flask: stroke('M6.5 2.5v4L3 12.5a.8.8 0 00.7 1.1h8.6a.8.8 0 00.7-1.1L9.5 6.5v-4M5.5 2.5h5M4.8 10h6.4'),
  tiles: stroke('M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z'),
  trend: stroke('M2.5 11.5l3.5-4 3 2.5 4.5-6M10 4h3.5v3.5'),
  gear: stroke('M8 10a2 2 0 100-4 2 2 0 000 4zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6l1.4 1.4M11 11l1.4 1.4M3.6 12.4L5 11M11 5l1.4-1.4'),
  person: stroke('M8 8a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM3 13.5c.6-2.4 2.5-3.7 5-3.7s4.4 1.3 5 3.7'),
} as const
