/**
 * Invoices of firms that do not exist, in layouts that word processors and web shops print: in four languages, with and
 * without rulings, with bars of grey under the headings, euro signs in columns of their own, and items of several lines.
 */

/** What one row of items says: description, quantity, price, amount as printed; the amount as a number. */
interface Item {
  readonly description: string;
  readonly printed: readonly [quantity: string, price: string, amount: string];
  readonly amount: number;
}

/** An invoice as a page for a browser to print, and what is right for it. */
export interface PrintedInvoice {
  readonly name: string;
  readonly html: string;
  readonly right: {
    readonly invoice_number: string;
    readonly invoice_date: string;
    readonly total: number;
    readonly items: readonly (readonly [description: string, amount: number])[];
  };
}

interface Layout {
  readonly name: string;
  readonly style: string;
  /** Above the items. */
  readonly head: string;
  readonly headings: string;
  readonly row: (item: Item, position: number) => string;
  readonly items: readonly Item[];
  /** Below the items. */
  readonly foot: string;
  readonly number: string;
  readonly date: string;
  readonly total: number;
}

const item = (description: string, quantity: string, price: string, amount: string, value: number): Item => ({
  description,
  printed: [quantity, price, amount],
  amount: value,
});

const PLAIN = `body { font: 10.5pt Helvetica, Arial, sans-serif; margin: 0 } table { border-collapse: collapse; width: 100% }
td, th { padding: 4px 6px; text-align: left; vertical-align: top; font-weight: normal } .r { text-align: right } .b { font-weight: bold }
.two { display: flex; justify-content: space-between } .sum { margin-left: 55%; width: 45%; margin-top: 12px } h1 { font-size: 20pt }`;

/** The German items. */
const WERKSTATT = [
  item('Wartung Heizkessel<br>Typ HK 220, inkl. Anfahrt', '1', '185,00 €', '185,00 €', 185),
  item('Dichtungssatz', '2', '24,90 €', '49,80 €', 49.8),
  item('Arbeitszeit Monteur', '3,5', '68,00 €', '238,00 €', 238),
  item('Entsorgung Altteile', '1', '15,00 €', '15,00 €', 15),
];
const HONORAR = [
  item('Konzept und Entwurf', '12', '95,00', '1.140,00', 1140),
  item('Reinzeichnung', '6', '85,00', '510,00', 510),
  item('Druckabwicklung', '1', '220,00', '220,00', 220),
];
const STUDIO = [
  item('Brand workshop, two days', '2', '$1,150.00', '$2,300.00', 2300),
  item('Wireframes', '18', '$95.00', '$1,710.00', 1710),
  item('Prototype review', '4.5', '$95.00', '$427.50', 427.5),
];
const GARDEN = [
  item('Hedge trimming, rear garden', '1', '£140.00', '£140.00', 140),
  item('Turf, per roll', '24', '£4.25', '£102.00', 102),
  item('Topsoil, bulk bag', '2', '£78.50', '£157.00', 157),
  item('Green waste removal', '1', '£45.00', '£45.00', 45),
];
const ATELIER = [
  item('Restauration d’un cadre doré', '1', '480,00 €', '480,00 €', 480),
  item('Verre antireflet<br>60 × 80 cm', '2', '135,00 €', '270,00 €', 270),
  item('Livraison', '1', '35,00 €', '35,00 €', 35),
];
const IMPRENTA = [
  item('Tarjetas de visita, 500 uds.', '2', '38,00 €', '76,00 €', 76),
  item('Cartel A2 color', '40', '3,15 €', '126,00 €', 126),
  item('Diseño', '3', '45,00 €', '135,00 €', 135),
];
const BOULANGERIE = [
  item('Buffet froid, 40 personnes', '40', '18,50', '740,00', 740),
  item('Location de vaisselle', '1', '95,00', '95,00', 95),
  item('Service, par heure', '6', '32,00', '192,00', 192),
];
const PARTS = [
  item('Bearing 6204-2RS<br>sealed, 20 × 47 × 14 mm<br>Batch 11-B', '10', '3.40', '34.00', 34),
  item('Drive belt A-42<br>lead time five days', '4', '11.25', '45.00', 45),
  item('Hydraulic hose, 2 m<br>with crimped ends', '6', '27.90', '167.40', 167.4),
  item('Filter kit', '3', '18.00', '54.00', 54),
];

const cells = (item: Item, first = '') =>
  `<tr>${first}<td>${item.description}</td>${item.printed.map((text) => `<td class=r>${text}</td>`).join('')}</tr>`;
const heads = (names: readonly string[], from: number) =>
  `<tr>${names.map((name, i) => `<th${i >= from ? ' class=r' : ''}>${name}</th>`).join('')}</tr>`;
const sums = (rows: readonly (readonly [string, string])[]) =>
  `<table class=sum>${rows.map(([name, text]) => `<tr><td>${name}</td><td class=r>${text}</td></tr>`).join('')}</table>`;

/** The amount without its euro sign, which has a column of its own. */
const parted = (text: string) => `<td class=r>${text}</td><td>€</td>`;

const LAYOUTS: readonly Layout[] = [
  {
    name: 'de-grey-header',
    style: 'thead { background: #d9d9d9 } thead th { font-weight: bold }',
    head: `<div class=two><h1>Rechnung</h1><div>Kesseldienst Amrum GmbH<br>Hafenstraße 4<br>25946 Wittdün</div></div>
      <p>Frau Almut Petersen<br>Strandweg 12<br>25946 Nebel</p>
      <div class=two><div>Rechnungsnummer: KD-2025-0417<br>Kundennummer: 10233</div><div>Rechnungsdatum: 14.03.2025<br>Leistungsdatum: 11.03.2025</div></div><br>`,
    headings: heads(['Pos.', 'Bezeichnung', 'Menge', 'Einzelpreis', 'Gesamt'], 2),
    row: (each, i) => cells(each, `<td>${i + 1}</td>`),
    items: WERKSTATT,
    foot: sums([
      ['Zwischensumme', '487,80 €'],
      ['zzgl. 19 % MwSt.', '92,68 €'],
      ['<b>Gesamtbetrag</b>', '<b>580,48 €</b>'],
    ]),
    number: 'KD-2025-0417',
    date: '2025-03-14',
    total: 580.48,
  },
  {
    name: 'de-euro-columns',
    style: 'td, th { padding: 4px 3px } .items { width: 88% }',
    head: `<p>Grafikbüro Lindgraben · Tieckstraße 8 · 01099 Dresden</p><br><p>Verlag am Elbhang<br>Herrn Ruben Voigt<br>Pillnitzer Straße 3<br>01326 Dresden</p>
      <p class=r>Dresden, 2. Juni 2025</p><p class=b>Rechnung Nr. 25-061</p><p>Für die beauftragten Arbeiten berechne ich Ihnen:</p>`,
    headings: heads(['Pos', 'Leistung', 'Anzahl', 'Preis', '', 'Betrag', ''], 2),
    row: (each, i) =>
      `<tr><td>${i + 1}</td><td>${each.description}</td><td class=r>${each.printed[0]}</td>${parted(each.printed[1])}${parted(each.printed[2])}</tr>`,
    items: HONORAR,
    foot: sums([
      ['Summe netto', '1.870,00 €'],
      ['Umsatzsteuer 7 %', '130,90 €'],
      ['Rechnungsbetrag', '2.000,90 €'],
    ]),
    number: '25-061',
    date: '2025-06-02',
    total: 2000.9,
  },
  {
    name: 'en-dark-header',
    style:
      'thead { background: #333; color: #fff } td, th { padding: 8px 10px } tbody tr { border-bottom: 1px solid #ddd }',
    head: `<div class=two><h1>INVOICE</h1><div class=r><b>Studio Harrow</b><br>77 Canal Walk<br>Portland, OR 97209</div></div>
      <div class=two><div>Billed to<br>Osprey Foods Inc.<br>12 Mill Lane<br>Salem, OR 97301</div><table style="width:45%">
      <tr><td>Invoice #</td><td class=r>SH-1188</td></tr><tr><td>Invoice date</td><td class=r>04/09/2025</td></tr><tr><td>Due date</td><td class=r>05/09/2025</td></tr></table></div><br>`,
    headings: heads(['Description', 'Hours', 'Rate', 'Amount'], 1),
    row: (each) => cells(each),
    items: STUDIO,
    foot: sums([
      ['Subtotal', '$4,437.50'],
      ['Tax (0%)', '$0.00'],
      ['Total due', '$4,437.50'],
    ]),
    number: 'SH-1188',
    date: '2025-04-09',
    total: 4437.5,
  },
  {
    name: 'en-rules-across',
    style: 'thead tr { border-top: 2px solid; border-bottom: 2px solid } .items { border-bottom: 2px solid }',
    head: `<p><b>Thistle &amp; Sons Landscaping</b><br>Unit 3, Forge Yard, Hexham NE46 1AB<br>VAT no. GB 123 4567 89</p>
      <div class=two><p>To: Mrs E. Cowan<br>5 Priory Close<br>Hexham</p><p>Invoice no: 0932<br>Date: 07/05/2025<br>Terms: 14 days</p></div>`,
    headings: heads(['Item', 'Qty', 'Unit price', 'Line total'], 1),
    row: (each) => cells(each),
    items: GARDEN,
    foot: sums([
      ['Net', '£444.00'],
      ['VAT @ 20%', '£88.80'],
      ['Total', '£532.80'],
    ]),
    number: '0932',
    date: '2025-05-07',
    total: 532.8,
  },
  {
    name: 'fr-grid',
    style: '.items td, .items th { border: 1px solid #555 } thead { background: #eee }',
    head: `<div class=two><p><b>Atelier Vauquelin</b><br>9 rue des Forges<br>21000 Dijon<br>SIRET 123 456 789 00012</p><p>Musée de Beaune<br>6 boulevard Perpreuil<br>21200 Beaune</p></div>
      <h1>Facture n° 2025-033</h1><p>Date de facture : 18/02/2025<br>Échéance : 20/03/2025</p>`,
    headings: heads(['Désignation', 'Quantité', 'Prix unitaire HT', 'Montant HT'], 1),
    row: (each) => cells(each),
    items: ATELIER,
    foot: sums([
      ['Total HT', '785,00 €'],
      ['TVA 20 %', '157,00 €'],
      ['Total TTC', '942,00 €'],
    ]),
    number: '2025-033',
    date: '2025-02-18',
    total: 942,
  },
  {
    name: 'es-rules-across',
    style: '.items tr { border-bottom: 1px solid #888 }',
    head: `<h1>Factura</h1><div class=two><p>Imprenta Robledal S.L.<br>C/ Molino 22, 37001 Salamanca<br>NIF B00000000</p><p>Nº factura: R-2025/118<br>Fecha: 23/01/2025</p></div>
      <p>Cliente: Asociación Ribera<br>Plaza Mayor 1<br>37002 Salamanca</p>`,
    headings: heads(['Concepto', 'Cantidad', 'Precio', 'Importe'], 1),
    row: (each) => cells(each),
    items: IMPRENTA,
    foot: sums([
      ['Base imponible', '337,00 €'],
      ['IVA 21 %', '70,77 €'],
      ['Total a pagar', '407,77 €'],
    ]),
    number: 'R-2025/118',
    date: '2025-01-23',
    total: 407.77,
  },
  {
    name: 'fr-no-rules',
    style: 'tbody tr:nth-child(even) { background: #f2f2f2 } td, th { padding: 5px 8px }',
    head: `<p><b>Maison Querelle, traiteur</b><br>3 place du Marché, 44000 Nantes</p><p class=r>Association des Quais<br>15 quai de la Fosse<br>44000 Nantes</p>
      <div class=two><div>FACTURE N° 1442</div><div>Nantes, le 5 avril 2025</div></div><br>`,
    headings: heads(['Description', 'Qté', 'P.U. €', 'Total €'], 1),
    row: (each) => cells(each),
    items: BOULANGERIE,
    foot: sums([
      ['Total HT', '1 027,00 €'],
      ['TVA 10 %', '102,70 €'],
      ['Net à payer', '1 129,70 €'],
    ]),
    number: '1442',
    date: '2025-04-05',
    total: 1129.7,
  },
  {
    name: 'en-items-of-several-lines',
    style: 'thead { border-bottom: 1px solid } td { padding-bottom: 10px }',
    head: `<div class=two><p><b>Calder Bearings Ltd</b><br>Weir Mill, Halifax HX1 5AA</p><h1>Tax invoice</h1></div>
      <table style="width:60%"><tr><td>Invoice number</td><td>Order</td><td>Invoice date</td></tr><tr><td>CB/77120</td><td>PO 4471</td><td>9 May 2025</td></tr></table><br>`,
    headings: heads(['Product', 'Quantity', 'Unit price (£)', 'Total (£)'], 1),
    row: (each) => cells(each),
    items: PARTS,
    foot: sums([
      ['Subtotal', '300.40'],
      ['VAT 20%', '60.08'],
      ['Amount due', '£360.48'],
    ]),
    number: 'CB/77120',
    date: '2025-05-09',
    total: 360.48,
  },
];

const line = (...texts: readonly string[]) =>
  `<tr>${texts.map((text, i) => `<td${i > 0 ? ' class=r' : ''}>${text}</td>`).join('')}</tr>`;
const page = (style: string, body: string) =>
  `<!doctype html><meta charset=utf-8><style>${PLAIN} ${style}</style>${body}`;

/** Invoices that were printed after the starter was written, to look for what it reads wrong. */
const LATER: readonly PrintedInvoice[] = [
  {
    name: 'en-sums-in-the-columns-of-items',
    html: page(
      '',
      `<h1>Invoice</h1><p>Invoice no. 5501<br>Date: May 3, 2025</p><table>${line('Description', 'Qty', 'Unit price', 'Amount')}
      ${line('Oak plank', '4', '$20.00', '$80.00')}${line('Screws, box', '2', '$6.50', '$13.00')}${line('Subtotal', '', '', '$93.00')}
      ${line('Sales tax', '', '', '$7.44')}${line('Total', '', '', '$100.44')}</table>`,
    ),
    right: {
      invoice_number: '5501',
      invoice_date: '2025-05-03',
      total: 100.44,
      items: [
        ['Oak plank', 80],
        ['Screws, box', 13],
      ],
    },
  },
  {
    name: 'de-captions-of-groups',
    html: page(
      'thead { background: #ddd } .over { padding-top: 14px }',
      `<h1>Rechnung</h1><p>Rechnungsnr. 88-1<br>Rechnungsdatum 03.05.2025</p>
      <table><thead>${line('Beschreibung', 'Menge', 'Einzelpreis', 'Betrag')}</thead><tr><td class="b over">Erdgeschoss</td></tr>
      ${line('Streichen Flur', '1', '300,00 €', '300,00 €')}<tr><td class="b over">Obergeschoss</td></tr>
      ${line('Streichen Bad', '1', '250,00 €', '250,00 €')}${line('Tapete', '3', '40,00 €', '120,00 €')}</table>
      <table class=sum>${line('Nettobetrag', '670,00 €')}${line('MwSt. 19 %', '127,30 €')}${line('Gesamtbetrag', '797,30 €')}</table>`,
    ),
    right: {
      invoice_number: '88-1',
      invoice_date: '2025-05-03',
      total: 797.3,
      items: [
        ['Streichen Flur', 300],
        ['Streichen Bad', 250],
        ['Tapete', 120],
      ],
    },
  },
  {
    name: 'fr-amounts-at-the-foot-of-items',
    html: page(
      'td { vertical-align: bottom; padding: 8px 6px } thead { background: #eee }',
      `<h1>Facture</h1><p>Facture n° 77<br>Date de facture : 12/03/2025</p>
      <table><thead>${line('Désignation', 'Qté', 'Prix', 'Montant')}</thead>
      ${line('Tables rondes<br>diamètre 120', '4', '25,00 €', '100,00 €')}${line('Chaises<br>pliantes', '32', '2,50 €', '80,00 €')}</table>
      <table class=sum>${line('Total HT', '180,00 €')}${line('TVA 20 %', '36,00 €')}${line('Total TTC', '216,00 €')}</table>`,
    ),
    right: {
      invoice_number: '77',
      invoice_date: '2025-03-12',
      total: 216,
      items: [
        ['Tables rondes diamètre 120', 100],
        ['Chaises pliantes', 80],
      ],
    },
  },
  {
    name: 'es-narrow',
    html: page(
      'td, th { padding: 3px 4px } .items { width: 80% }',
      `<h1>Factura</h1><p>Número de factura: 2025-9<br>Fecha: 30/04/2025</p>
      <table class=items>${line('Descripción', 'Cantidad', 'Precio', 'Importe')}${line('Alquiler furgoneta', '3', '60,00', '180,00')}
      ${line('Combustible', '1', '42,10', '42,10')}</table><br>
      <table class=sum>${line('Base imponible', '222,10 €')}${line('IVA 21%', '46,64 €')}${line('Total factura', '268,74 €')}</table>`,
    ),
    right: {
      invoice_number: '2025-9',
      invoice_date: '2025-04-30',
      total: 268.74,
      items: [
        ['Alquiler furgoneta', 180],
        ['Combustible', 42.1],
      ],
    },
  },
  {
    name: 'en-codes-and-a-long-item',
    html: page(
      'thead { background: #cde } tbody tr:nth-child(odd) { background: #f6f6f6 } td:nth-child(2) { text-align: left }',
      `<h1>Invoice</h1><p>Invoice #: A-1<br>Invoice date: 2025-05-20</p>
      <table><thead>${line('Code', 'Description', 'Qty', 'Price', 'Total').replace('<td class=r>D', '<td>D')}</thead>
      ${line('X-100042', 'Copper pipe, 22 mm, cut to length for the upper floor and both bathrooms, see plan', '5', '12.00', '60.00')}
      ${line('X-2', 'Elbow', '10', '1.10', '11.00')}${line('S', 'Delivery', '', '', '15.00')}</table>
      <table class=sum>${line('Subtotal', '86.00')}${line('VAT', '17.20')}${line('Total', '£103.20')}</table>`,
    ),
    right: {
      invoice_number: 'A-1',
      invoice_date: '2025-05-20',
      total: 103.2,
      items: [
        ['Copper pipe, 22 mm, cut to length for the upper floor and both bathrooms, see plan', 60],
        ['Elbow', 11],
        ['Delivery', 15],
      ],
    },
  },
  {
    name: 'de-headings-of-two-lines',
    html: page(
      'thead { border-bottom: 1px solid } .items { width: 75% }',
      `<h1>Rechnung</h1><p>Rechnung Nr. 31<br>Rechnungsdatum: 1. April 2025</p>
      <table class=items><thead>${line('Artikel', 'Menge', 'Preis<br>netto', 'Gesamt<br>netto')}</thead>
      ${line('Kabelkanal', '10', '4,00', '40,00')}${line('Dose', '6', '1,50', '9,00')}</table><br>
      <table class=sum>${line('Zwischensumme', '49,00 €')}${line('USt 19 %', '9,31 €')}${line('Rechnungsbetrag', '58,31 €')}</table>`,
    ),
    right: {
      invoice_number: '31',
      invoice_date: '2025-04-01',
      total: 58.31,
      items: [
        ['Kabelkanal', 40],
        ['Dose', 9],
      ],
    },
  },
];

/** The invoices, always the same. */
export function printedInvoices(): readonly PrintedInvoice[] {
  return [...LAYOUTS.map(printedOf), ...LATER];
}

function printedOf({
  name,
  style,
  head,
  headings,
  row,
  items,
  foot,
  number,
  date,
  total,
}: Layout): PrintedInvoice {
  return {
    name,
    html: page(
      style,
      `${head}<table class=items><thead>${headings}</thead><tbody>${items.map(row).join('')}</tbody></table>${foot}`,
    ),
    right: {
      invoice_number: number,
      invoice_date: date,
      total,
      items: items.map(({ description, amount }) => [description.replaceAll('<br>', ' '), amount] as const),
    },
  };
}
