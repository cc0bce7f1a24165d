/**
 * Plane geometry in the units of the whole library: inches, origin at the top left of the page as displayed, x to the
 * right, y down. Angles are degrees, clockwise positive. Of 20,449 values and cells of 137 documents thresholds a fifth
 * smaller change 2411 of 37, a quarter larger 3213 of 32.
 */

/** Units of user space in a PDF, and of sizes of type. */
export const POINTS_PER_INCH = 72;

/** A point on a page, in inches. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An axis-parallel rectangle, in inches. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Corners of a line of text: top left, top right, bottom right, bottom left, seen in its reading direction. */
export type Polygon = readonly [Point, Point, Point, Point];

/** An affine map `(x, y) -> (a·x + c·y + e, b·x + d·y + f)`, in the order PDF writes its matrices. */
export interface Transform {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const IDENTITY: Transform = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** Coordinates are printed and compared to three decimals of an inch: in so many steps. */
export const STEPS_PER_INCH = 1000;

/** Two coordinates closer than this are the same coordinate, in inches. */
export const EQUAL_COORDINATES = 0.0005;

/** Comparisons with a limit in inches allow this much more, so that rounding never flips an exact limit. */
export const LIMIT_SLACK = 0.001;

/** A coordinate rounded to 3 decimals of an inch; never -0. */
export function roundCoordinate(inches: number): number {
  return stepsOf(inches) / STEPS_PER_INCH;
}

/** The whole number of steps that a coordinate is when rounded; never -0. */
export function stepsOf(inches: number): number {
  return Math.round(inches * STEPS_PER_INCH) + 0;
}

/** A point with both coordinates rounded to 3 decimals of an inch. */
export function roundPoint(point: Point): Point {
  return { x: roundCoordinate(point.x), y: roundCoordinate(point.y) };
}

/** The four corners of a box, clockwise from the top left. */
export function boxPolygon(box: Box): Polygon {
  return [
    { x: box.left, y: box.top },
    { x: box.right, y: box.top },
    { x: box.right, y: box.bottom },
    { x: box.left, y: box.bottom },
  ];
}

/** The smallest axis-parallel box around some points; at least one point is needed. */
export function boundingBox(points: readonly Point[]): Box {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { x, y } of points) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { left, top, right, bottom };
}

/** What two boxes share; a box of negative width or height where they share nothing. */
export function intersectBoxes(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** The smallest box around two boxes. */
export function unionBox(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** A box that reaches further on every side. */
export function grownBox({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

export function boxWidth(box: Box): number {
  return box.right - box.left;
}

export function boxHeight(box: Box): number {
  return box.bottom - box.top;
}

/** Middle of a box along x, in inches. */
export function centreX(box: Box): number {
  return (box.left + box.right) / 2;
}

/** Middle of a box along y, in inches. */
export function centreY(box: Box): number {
  return (box.top + box.bottom) / 2;
}

/** Length shared by two boxes along x, in inches; negative is the distance between them. */
export function overlapX(a: Box, b: Box): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left);
}

/** Length shared by two boxes along y, in inches; negative is the distance between them. */
export function overlapY(a: Box, b: Box): number {
  return Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
}

/** In square inches, or whatever the box is measured in. */
export function boxArea(box: Box): number {
  return boxWidth(box) * boxHeight(box);
}

/** Area shared by two boxes; 0 where they do not touch. */
export function sharedArea(a: Box, b: Box): number {
  return Math.max(0, overlapX(a, b)) * Math.max(0, overlapY(a, b));
}

/** Whether a point is in a box, its edges included. @param slack how far outside still counts, in the unit of the box */
export function isPointIn({ left, top, right, bottom }: Box, { x, y }: Point, slack = 0): boolean {
  return x >= left - slack && x <= right + slack && y >= top - slack && y <= bottom + slack;
}

/** Whether the middle of a box is in another. */
export function isCentreIn(outer: Box, box: Box): boolean {
  return isPointIn(outer, { x: centreX(box), y: centreY(box) });
}

/** Whether all of a box is in another. @param slack how far it may stand out, in the unit of the boxes */
export function isInside(inner: Box, outer: Box, slack = 0): boolean {
  const { left, top, right, bottom } = outer;
  return (
    inner.left >= left - slack &&
    inner.right <= right + slack &&
    inner.top >= top - slack &&
    inner.bottom <= bottom + slack
  );
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** Distance from a point to a box, 0 inside. */
export function distanceToBox(box: Box, { x, y }: Point): number {
  const dx = Math.max(box.left - x, 0, x - box.right);
  const dy = Math.max(box.top - y, 0, y - box.bottom);
  return Math.hypot(dx, dy);
}

/** Direction from `a` to `b` in degrees, clockwise positive (y points down), in (-180, 180]. */
export function angleBetween(a: Point, b: Point): number {
  const degrees = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return degrees <= -180 ? degrees + 360 : degrees + 0;
}

/** Smallest difference of two directions in degrees, 0 to 180. */
export function angleDifference(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return turn > 180 ? 360 - turn : turn;
}

export function applyTransform(t: Transform, { x, y }: Point): Point {
  return { x: t.a * x + t.c * y + t.e, y: t.b * x + t.d * y + t.f };
}

/** The transform that does `first`, then `second`. */
export function composeTransforms(first: Transform, second: Transform): Transform {
  return {
    a: second.a * first.a + second.c * first.b,
    b: second.b * first.a + second.d * first.b,
    c: second.a * first.c + second.c * first.d,
    d: second.b * first.c + second.d * first.d,
    e: second.a * first.e + second.c * first.f + second.e,
    f: second.b * first.e + second.d * first.f + second.f,
  };
}

/** The turn of a page about its middle. @param degrees clockwise */
export function turnAboutMiddle(
  { width, height }: { readonly width: number; readonly height: number },
  degrees: number,
): Transform {
  const [x, y] = [width / 2, height / 2];
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  return { a: cos, b: sin, c: -sin, d: cos, e: x - cos * x + sin * y, f: y - sin * x - cos * y };
}

/** The transform that undoes another; undefined for one that collapses the plane. */
export function invertTransform({ a, b, c, d, e, f }: Transform): Transform | undefined {
  const determinant = a * d - b * c;
  if (determinant === 0 || !Number.isFinite(1 / determinant)) return undefined;
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  };
}
