/** A currency and a time zone of advertisers. */
export interface Market {
  readonly currency: string
  readonly zone: string
}

export interface SeedClient {
  readonly name: string
  readonly host: string
  readonly label: readonly [singular: string, plural: string]
  /** The first market's currency is the client's default. */
  readonly markets: readonly [Market, ...Market[]]
  readonly primary: string
  readonly groups: readonly string[]
  readonly advertisers: readonly string[]
  readonly entitiesEach: number
  readonly first: readonly [string, ...string[]]
  readonly second: readonly [string, ...string[]]
  readonly categories: readonly [string, ...string[]]
  readonly themes: readonly [string, ...string[]]
  /** The client's experiences, one per channel, in the order of the channels. */
  readonly experiences: readonly (readonly [name: string, description: string])[]
  /** Sales factor of each weekday, Monday first. */
  readonly week: readonly number[]
  /** Sales factor of each month, January first. */
  readonly year: readonly number[]
  /** An outage: how many days ago, how long, the remaining share of traffic, and the reason. */
  readonly dip: { readonly from: number; readonly days: number; readonly left: number; readonly why: string }
  /** In US dollars. */
  readonly costPerClick: number
  readonly basket: number
}

export const clients: readonly SeedClient[] = [
  {
    name: 'Harborline Stays',
    host: 'ads-console.harborline.example',
    label: ['Hotel', 'Hotels'],
    markets: [
      { currency: 'USD', zone: 'America/Los_Angeles' },
      { currency: 'USD', zone: 'America/New_York' },
      { currency: 'EUR', zone: 'Europe/Berlin' },
    ],
    primary: '#3450d6',
    groups: ['Independents', 'Seabright Group', 'Palisade Resorts'],
    advertisers: [
      'Fernhill Houses',
      'Seabright Hotels',
      'Palisade Resorts',
      'Northquay Lodges',
      'Lakehouse Collection',
      'Old Mill Rooms',
      'Hotel Marlow',
      'Tern Island',
      'Granary Yard',
      'Quayside 12',
      'Saltworks',
      'Cedar Court',
      'Pier Nine',
      'Union Rooms',
      'The Lantern',
      'Rookery',
      'Dune and Sea',
      'Hotel Ostra',
      'Anchor and Rope',
      'Bay Street 40',
    ],
    entitiesEach: 180,
    first: ['Harbor', 'Garden', 'Lake', 'Hill', 'River', 'Old Town', 'Station', 'Orchard'],
    second: ['House', 'Suites', 'Inn', 'Lodge', 'Rooms', 'Retreat'],
    categories: ['City', 'Coast', 'Mountains', 'Countryside'],
    themes: ['Autumn weekends', 'Brand terms', 'Weeknight rates', 'Last-minute stays', 'Summer by the sea', 'Family rooms'],
    experiences: [
      ['Sponsored stays', 'Hotels above the list of results'],
      ['Partner sites', 'Hotels on the pages of travel partners'],
    ],
    week: [0.92, 0.9, 0.93, 1, 1.15, 1.16, 0.98],
    year: [0.8, 0.82, 0.9, 0.95, 1.05, 1.2, 1.3, 1.28, 1.1, 1, 0.88, 0.95],
    dip: { from: 96, days: 3, left: 0.3, why: 'The booking engine was down' },
    costPerClick: 0.86,
    basket: 310,
  },
  {
    name: 'Greenbasket',
    host: 'ads-console.greenbasket.example',
    label: ['Product', 'Products'],
    markets: [
      { currency: 'USD', zone: 'America/New_York' },
      { currency: 'JPY', zone: 'Asia/Tokyo' },
      { currency: 'CAD', zone: 'America/Toronto' },
    ],
    primary: '#17694e',
    groups: ['Pantry', 'Fresh'],
    advertisers: [
      'Oatfield Mills',
      'Kinoko Foods',
      'Maple Ridge Dairy',
      'Sunrow Juices',
      'Nori and Co',
      'Prairie Grains',
      'Bramble Jam Co',
      'Umi Pantry',
      'Little Acre Eggs',
      'Hearth Bakery',
      'Soya Works',
      'Tidewater Fish',
      'Pepperwood',
      'Quiet Teas',
      'Cold Spring Water',
      'Redbarn Snacks',
      'Yuzu Garden',
      'Cloudberry',
      'Olive Terrace',
      'Miso House',
      'Fieldnote Coffee',
      'Vermont Orchard',
    ],
    entitiesEach: 260,
    first: ['Organic', 'Whole', 'Smoked', 'Fresh', 'Roasted', 'Sparkling', 'Creamy', 'Crunchy'],
    second: ['oats', 'miso', 'yogurt', 'apple juice', 'strawberry jam', 'rye bread', 'seaweed', 'granola'],
    categories: ['Breakfast', 'Dairy', 'Drinks', 'Snacks', 'Pantry'],
    themes: ['Back to school', 'Always on', 'New flavour launch', 'Weekend offers', 'Category defence'],
    experiences: [
      ['Sponsored products', 'Products in search and on shelves'],
      ['Weekly leaflet', 'Products on the pages of the leaflet'],
    ],
    week: [0.95, 0.92, 0.94, 1, 1.1, 1.18, 1.02],
    year: [0.92, 0.9, 0.95, 0.98, 1, 1.02, 1, 1.03, 1.08, 1.02, 1.12, 1.25],
    dip: { from: 61, days: 2, left: 0.45, why: 'The shop moved to new servers' },
    costPerClick: 0.42,
    basket: 14,
  },
  {
    name: 'Tavola',
    host: 'ads-console.tavola.example',
    label: ['Restaurant', 'Restaurants'],
    markets: [
      { currency: 'EUR', zone: 'Europe/Rome' },
      { currency: 'EUR', zone: 'Europe/Berlin' },
      { currency: 'EUR', zone: 'Europe/Madrid' },
    ],
    primary: '#a33a1f',
    groups: ['Rome', 'Berlin', 'Madrid'],
    advertisers: [
      'Trattoria Lina',
      'Bistro Amsel',
      'Casa Paloma',
      'Osteria del Ponte',
      'Curry Haus',
      'La Brasa',
      'Pizzeria Nove',
      'Burger Werk',
      'El Mercado',
      'Taverna Elia',
      'Steakhaus Nord',
      'Tapas Reina',
      'Forno Antico',
      'Sushi Kaze',
      'Noodle Bar Min',
      'Gelateria Sole',
      'Green Bowl',
      'Ramen Eiko',
    ],
    entitiesEach: 148,
    first: ['Centro', 'Trastevere', 'Mitte', 'Kreuzberg', 'Chueca', 'Prati', 'Malasaña', 'Neukölln'],
    second: ['table for two', 'lunch menu', 'tasting menu', 'terrace', 'takeaway', 'chef’s counter'],
    categories: ['Italian', 'Japanese', 'German', 'Spanish', 'Indian', 'Greek', 'Vegetarian'],
    themes: ['Lunch', 'Dinner tonight', 'Terrace season', 'New opening', 'Family Sunday'],
    experiences: [
      ['Featured restaurants', 'Restaurants at the top of the list'],
      ['City guides', 'Restaurants in guides of a city'],
    ],
    week: [0.78, 0.82, 0.9, 1, 1.3, 1.35, 0.98],
    year: [0.85, 0.9, 0.95, 1.02, 1.1, 1.12, 1.05, 0.85, 1.02, 1, 0.98, 1.12],
    dip: { from: 40, days: 4, left: 0.35, why: 'The couriers were on strike' },
    costPerClick: 0.55,
    basket: 46,
  },
]
