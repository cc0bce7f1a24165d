/** A program that cannot be loaded, as that of a bundle without its packages. */
import 'no-such-package';
