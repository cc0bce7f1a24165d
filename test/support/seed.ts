/**
 * Property tests draw the same examples in every run, so that a change is judged by what it changed.
 * `ANCHORLINE_SEED=random npm test` draws new ones, and `ANCHORLINE_SEED=<number>` those of one seed.
 */
import fc from 'fast-check';

const DEFAULT_SEED = 20_261_122;

const given = process.env.ANCHORLINE_SEED;
if (given !== 'random') fc.configureGlobal({ seed: given === undefined ? DEFAULT_SEED : Number(given) });
