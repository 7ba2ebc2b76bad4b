import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Security;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECPublicKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.ejbca.cvc.AbstractSequence;
import org.ejbca.cvc.AuthorizationField;
import org.ejbca.cvc.CAReferenceField;
import org.ejbca.cvc.CVCertificate;
import org.ejbca.cvc.CertificateGenerator;
import org.ejbca.cvc.CertificateParser;
import org.ejbca.cvc.HolderReferenceField;

/**
 * Makes requests for card verifiable certificates, and verifies certificates, with EJBCA's library.
 *
 * `make ALGORITHM KEY FILE`: writes FILE.1, a request of SEFILE00001, and FILE.2, one of SEFILE00002 that the first key has signed as well.
 * `verify ROOT VERIFIER TERMINAL`: verifies a chain, and prints holder, role and right of the terminal.
 */
public final class CardVerifiableRequests {
  private static final String PROVIDER = BouncyCastleProvider.PROVIDER_NAME;

  public static void main(String[] arguments) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    if (arguments[0].equals("make")) make(arguments[1], arguments[2], arguments[3]);
    else verify(arguments[1], arguments[2], arguments[3]);
  }

  private static void make(String algorithm, String key, String file) throws Exception {
    KeyPair first = newKeyPair(key);
    KeyPair second = newKeyPair(key);
    write(file + ".1", CertificateGenerator.createRequest(first, algorithm, holder(file, "00001"), PROVIDER));
    CVCertificate next = CertificateGenerator.createRequest(second, algorithm, holder(file, "00002"), PROVIDER);
    CAReferenceField signer = new CAReferenceField("SE", file, "00001");
    write(file + ".2", CertificateGenerator.createAuthenticatedRequest(next, first, algorithm, signer, PROVIDER));
  }

  private static KeyPair newKeyPair(String key) throws Exception {
    boolean isRsa = Character.isDigit(key.charAt(0));
    KeyPairGenerator generator = KeyPairGenerator.getInstance(isRsa ? "RSA" : "ECDSA", PROVIDER);
    if (isRsa) generator.initialize(Integer.parseInt(key));
    else generator.initialize(new ECGenParameterSpec(key));
    return generator.generateKeyPair();
  }

  private static HolderReferenceField holder(String mnemonic, String sequence) throws Exception {
    return new HolderReferenceField("SE", mnemonic, sequence);
  }

  private static void verify(String rootFile, String verifierFile, String terminalFile) throws Exception {
    CVCertificate root = read(rootFile);
    CVCertificate verifier = read(verifierFile);
    CVCertificate terminal = read(terminalFile);
    PublicKey rootKey = root.getCertificateBody().getPublicKey();
    verifier.verify(rootKey, PROVIDER);
    PublicKey verifierKey = verifier.getCertificateBody().getPublicKey();
    // Below a country verifying CA, keys of elliptic curves leave their domain parameters out.
    if (verifierKey instanceof ECPublicKey ofCurve) {
      ECPublicKeySpec whole = new ECPublicKeySpec(ofCurve.getW(), ((ECPublicKey) rootKey).getParams());
      verifierKey = KeyFactory.getInstance("ECDSA", PROVIDER).generatePublic(whole);
    }
    terminal.verify(verifierKey, PROVIDER);
    AuthorizationField authorization = terminal.getCertificateBody().getAuthorizationTemplate().getAuthorizationField();
    String holder = terminal.getCertificateBody().getHolderReference().getConcatenated();
    System.out.println(holder + " " + authorization.getAuthRole() + " " + authorization.getAccessRights());
  }

  private static CVCertificate read(String file) throws Exception {
    return CertificateParser.parseCertificate(Files.readAllBytes(Path.of(file)));
  }

  private static void write(String file, AbstractSequence object) throws Exception {
    Files.write(Path.of(file), object.getDEREncoded());
  }
}
